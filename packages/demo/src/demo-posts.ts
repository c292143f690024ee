import type { HeadBoard } from '@naru/contract/boards';
import { readDraftPlace } from '@naru/contract/drafts';
import type { Tx } from '@naru/server/db/client';
import { boardHeads, drafts, pollBallots, polls } from '@naru/server/db/schema';
import { addSeconds } from '@naru/server/platform/clock';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import list from './content/drafts.json' with { type: 'json' };
import heads from './content/heads.json' with { type: 'json' };
import type { DemoPost } from './content.ts';
import { type DemoWorld, personNamed } from './demo-world.ts';
import { pick } from './engagement.ts';
import type { PostPlan } from './plan-posts.ts';

const ROWS = Object.entries(heads).flatMap(([board, names]) =>
  names.map((name, at) => ({ boardType: board as HeadBoard, name, place: at + 1 })),
);

/** Adds the heads of two boards; the result has the id of the head of a post, undefined without one. */
export async function insertDemoHeads(
  tx: Tx,
): Promise<(post: Pick<DemoPost, 'board' | 'head'>) => number | undefined> {
  const stored = await tx.insert(boardHeads).values(ROWS).returning();
  return ({ board, head }) => {
    if (head === undefined) return undefined;
    const found = stored.find(({ boardType, name }) => boardType === board && name === head);
    if (found === undefined) throw new Error(`unknown demo head: ${board} ${head}`);
    return found.id;
  };
}

/** Deletes the heads that no post has. */
export async function removeDemoHeads(tx: Tx): Promise<void> {
  for (const { boardType, name } of ROWS) {
    await tx.execute(sql`delete from ${boardHeads} h where board_type = ${boardType} and name = ${name}
      and not exists (select 1 from posts where head_id = h.id)`);
  }
}

const DAY_SECONDS = 24 * 60 * 60;

/** Adds the polls of the posts, with votes of students whose accounts nobody is invited to try. */
export async function insertDemoPolls(
  tx: Tx,
  world: DemoWorld,
  list: readonly DemoPost[],
  plans: readonly PostPlan[],
  tried: readonly string[],
): Promise<void> {
  const students = world.people.filter(
    ({ roles, nickname }) => roles.includes('STUDENT') && !tried.includes(nickname),
  );
  for (const [place, { poll }] of list.entries()) {
    const postId = plans[place]?.row.id;
    if (poll === undefined || postId === undefined) continue;
    const sets = Object.entries(poll.votes).flatMap(([choices, count]) =>
      Array.from({ length: count }, () => bitsOf(choices)),
    );
    const voters = pick(world.random, students, sets.length, 0);
    if (voters.length < sets.length) throw new Error(`too few students for ${list[place]?.key}`);
    const rules = {
      postId,
      optionCount: poll.options.length,
      maxChoices: poll.maxChoices ?? 1,
      isAnonymous: poll.open !== true,
    };
    await tx.insert(polls).values({
      ...rules,
      options: poll.options,
      endsAt: poll.days === undefined ? null : addSeconds(world.now, poll.days * DAY_SECONDS),
      counts: poll.options.map((_, at) => sets.filter((set) => ((set >> at) & 1) === 1).length),
      voterCount: sets.length,
    });
    await tx.insert(pollBallots).values(
      sets.map((choices, at) => {
        const memberId = voters[at]?.id ?? 0;
        const voter = world.voterIn(postId, memberId);
        return { ...rules, voter, memberId: rules.isAnonymous ? null : memberId, choices };
      }),
    );
  }
}

function bitsOf(choices: string): number {
  return choices.split(',').reduce((set, place) => set | (1 << Number(place)), 0);
}

const draftSchema = z.strictObject({
  by: z.string(),
  place: z.string().check(z.refine((place) => readDraftPlace(place) !== null)),
  /** How long ago it was saved. */
  hours: z.int().check(z.minimum(1)),
  title: z.string(),
  body: z.array(z.string()),
  excerpt: z.string(),
});

/** Posts that members have begun and not finished. */
export async function insertDemoDrafts(tx: Tx, world: DemoWorld): Promise<void> {
  const { seal, now } = world;
  await tx.insert(drafts).values(
    z.parse(z.array(draftSchema), list).map(({ by, place, hours, title, body, excerpt }) => {
      const { id: memberId } = personNamed(world, by);
      const content = { title, html: body.join(''), choices: '', files: [] };
      return {
        memberId,
        place,
        version: 'demo-draft',
        head: seal.sealFor(memberId, JSON.stringify({ title, excerpt })),
        content: seal.sealFor(memberId, JSON.stringify(content)),
        savedAt: addSeconds(now, -hours * 3600),
      };
    }),
  );
}
