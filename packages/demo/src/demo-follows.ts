import { randomBytes } from 'node:crypto';
import { foldText } from '@naru/contract/folding';
import type { Tx } from '@naru/server/db/client';
import { alertWords, boardFollows, feeds, postFollows } from '@naru/server/db/schema';
import { sql } from 'drizzle-orm';
import { type DemoAuthors, type DemoWorld, personNamed } from './demo-world.ts';
import { reactionTime } from './engagement.ts';
import type { PostPlan } from './plan-posts.ts';

/** Posts by their keys, boards and words that a member follows, and what a program of theirs reads. */
const FOLLOWED = [
  {
    by: '해솔',
    posts: ['gukbap', 'lost-earbuds', 'ferry-commute'],
    boards: [],
    words: ['장학금', '교환학생'],
    feeds: ['ACADEMIC', 'TIMETABLE'],
  },
  {
    by: '돛단배',
    posts: ['gukbap'],
    boards: ['QNA', 'MARKET'],
    words: ['중고 교재'],
    feeds: ['NOTICES'],
  },
] as const;

const HASH_BYTES = 32;

/** After posts and comments, of which nobody is to be notified. */
export async function insertDemoFollows(
  tx: Tx,
  world: DemoWorld,
  planOf: ReadonlyMap<string, PostPlan | undefined>,
): Promise<void> {
  for (const { by, posts, boards, words, feeds: kinds } of FOLLOWED) {
    const member = personNamed(world, by);
    await tx.insert(postFollows).values(
      posts.map((key) => {
        const row = planOf.get(key)?.row;
        if (row?.createdAt === undefined) throw new Error(`unknown demo post: ${key}`);
        const createdAt = reactionTime(world.random, member, row.createdAt, world.now);
        return { postId: row.id, memberId: member.id, createdAt };
      }),
    );
    const own = { memberId: member.id, createdAt: world.now };
    for (const boardType of boards) await tx.insert(boardFollows).values({ ...own, boardType });
    await tx
      .insert(alertWords)
      .values(words.map((word) => ({ ...own, word, folded: foldText(word) })));
    // Of no address: nobody has it, and nobody can guess it.
    const secretHash = () => randomBytes(HASH_BYTES);
    await tx
      .insert(feeds)
      .values(kinds.map((kind) => ({ ...own, kind, secretHash: secretHash() })));
  }
}

/** Also below anonymous posts of others. */
export async function removeDemoFollows(tx: Tx, authors: DemoAuthors): Promise<void> {
  const isTheirs = authors.wrote({ authorId: sql`member_id`, authorSeal: sql`member_seal` });
  await tx.execute(sql`delete from ${postFollows} where ${isTheirs}`);
}
