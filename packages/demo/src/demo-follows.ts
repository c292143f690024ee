import { foldText } from '@naru/contract/folding';
import type { Tx } from '@naru/server/db/client';
import { alertWords, boardFollows, postFollows } from '@naru/server/db/schema';
import { sql } from 'drizzle-orm';
import { type DemoAuthors, type DemoWorld, personNamed } from './demo-world.ts';
import { reactionTime } from './engagement.ts';
import type { PostPlan } from './plan-posts.ts';

/** Posts by their keys, boards and words that a member follows. */
const FOLLOWED = [
  {
    by: '해솔',
    posts: ['gukbap', 'lost-earbuds', 'ferry-commute'],
    boards: [],
    words: ['장학금', '교환학생'],
  },
  { by: '돛단배', posts: ['gukbap'], boards: ['QNA', 'MARKET'], words: ['중고 교재'] },
] as const;

/** After posts and comments, of which nobody is to be notified. */
export async function insertDemoFollows(
  tx: Tx,
  world: DemoWorld,
  planOf: ReadonlyMap<string, PostPlan | undefined>,
): Promise<void> {
  for (const { by, posts, boards, words } of FOLLOWED) {
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
  }
}

/** Also below anonymous posts of others. */
export async function removeDemoFollows(tx: Tx, authors: DemoAuthors): Promise<void> {
  const isTheirs = authors.wrote({ authorId: sql`member_id`, authorSeal: sql`member_seal` });
  await tx.execute(sql`delete from ${postFollows} where ${isTheirs}`);
}
