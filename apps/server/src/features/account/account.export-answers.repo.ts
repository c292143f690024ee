import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { mustReadConfirmations, pollBallots, polls, posts } from '../../db/schema/index.ts';
import { positionsOf, voterIn } from '../../domain/polls/polls.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Self } from './account.export.repo.ts';

const title = sql<string | null>`case when ${isLive} then ${posts.title} end`;
/** Polls whose voters are computed at once: a few milliseconds. */
const POLLS_AT_ONCE = 500;

type HashText = Pick<Seal, 'hashText'>;

/** Must-read notices that the member has confirmed, and what the member voted for. */
export async function readAnswers(db: Executor, self: Self, seal: HashText) {
  const { memberId } = self;
  return {
    confirmedNotices: await db
      .select({ ...columns(mustReadConfirmations, 'postId', 'round', 'confirmedAt'), title })
      .from(mustReadConfirmations)
      .innerJoin(posts, eq(posts.id, mustReadConfirmations.postId))
      .where(eq(mustReadConfirmations.memberId, memberId))
      .orderBy(asc(mustReadConfirmations.confirmedAt), asc(mustReadConfirmations.postId)),
    votes: await readVotes(db, self, seal),
  };
}

/** Ballots are found by the voter that the member is in each poll: anonymous ones have nothing else. */
async function readVotes(db: Executor, { memberId }: Self, seal: HashText) {
  const votes = [];
  for (let afterId = 0; ; ) {
    const some = await db
      .select({ id: polls.postId })
      .from(polls)
      .where(gt(polls.postId, afterId))
      .orderBy(asc(polls.postId))
      .limit(POLLS_AT_ONCE);
    const ids = some.map(({ id }) => id);
    if (ids.length > 0) votes.push(...(await readVotesIn(db, memberId, ids, seal)));
    if (ids.length < POLLS_AT_ONCE) return votes;
    afterId = ids.at(-1) ?? 0;
  }
}

async function readVotesIn(
  db: Executor,
  memberId: number,
  postIds: readonly number[],
  seal: HashText,
) {
  const voters = postIds.map((postId) => voterIn(seal, postId, memberId));
  const rows = await db
    .select({
      postId: pollBallots.postId,
      options: polls.options,
      choices: pollBallots.choices,
      title,
    })
    .from(pollBallots)
    .innerJoin(polls, eq(polls.postId, pollBallots.postId))
    .innerJoin(posts, eq(posts.id, pollBallots.postId))
    .where(and(inArray(pollBallots.postId, [...postIds]), inArray(pollBallots.voter, voters)))
    .orderBy(asc(pollBallots.postId));
  return rows.map(({ options, choices, ...vote }) => ({
    ...vote,
    chosen: positionsOf(choices).map((place) => options[place]),
  }));
}
