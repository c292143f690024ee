import { and, asc, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, pollBallots, polls, posts } from '../../db/schema/index.ts';
import { isBlockedAuthor, isBlockedPost } from '../../domain/access/blocks.sql.ts';
import type { KnownAuthor } from '../../domain/authorship/author.ts';
import { chosenBy } from '../../domain/polls/polls.sql.ts';
import { isListed } from '../../domain/posts/post.sql.ts';
import type { PageRange } from '../../platform/paging.ts';

/** The reader as a member and as a voter of the poll. */
export interface Voter extends KnownAuthor {
  voter: Buffer;
}

const isNotice = sql`left(${posts.boardType}, 6) = 'NOTICE'`;

function selectPoll(db: Executor, postId: number, { voter, ...self }: Voter) {
  const isMasked = sql`(${isBlockedPost(self)} and not ${isNotice})`;
  return db
    .select({
      postId: polls.postId,
      options: polls.options,
      optionCount: polls.optionCount,
      counts: polls.counts,
      maxChoices: polls.maxChoices,
      isAnonymous: polls.isAnonymous,
      endsAt: polls.endsAt,
      voterCount: polls.voterCount,
      chosen: chosenBy(voter),
    })
    .from(polls)
    .innerJoin(posts, eq(posts.id, polls.postId))
    .where(and(eq(polls.postId, postId), isListed, not(isMasked)));
}

/** Null for a post that is missing, hidden, without a poll, or by somebody whom the reader blocks. */
export async function findPoll(db: Executor, postId: number, reader: Voter) {
  const [row] = await selectPoll(db, postId, reader);
  return row ?? null;
}

/** The same, and serialises the votes of the poll until the transaction ends. */
export async function lockPoll(tx: Executor, postId: number, reader: Voter) {
  const [row] = await selectPoll(tx, postId, reader).for('no key update', { of: polls });
  return row ?? null;
}

interface Ballot {
  poll: Pick<typeof polls.$inferSelect, 'postId' | 'optionCount' | 'maxChoices' | 'isAnonymous'>;
  reader: Voter;
  choices: number;
}

/** Stores or replaces the reader's ballot, counts it and returns the results. Needs `lockPoll`. */
export async function castBallot(tx: Executor, { poll, reader, choices }: Ballot) {
  const { postId, optionCount, maxChoices, isAnonymous } = poll;
  const { voter } = reader;
  const memberId = isAnonymous ? null : reader.memberId;
  const { rows } = await tx.execute<{ counts: number[]; voterCount: number }>(sql`
    with former as (
      select choices from ${pollBallots} where post_id = ${postId} and voter = ${voter}
    ), cast_now as (
      insert into ${pollBallots}
        (post_id, voter, option_count, max_choices, is_anonymous, member_id, choices)
      values (${postId}, ${voter}, ${optionCount}, ${maxChoices}, ${isAnonymous},
        ${memberId}::bigint, ${choices})
      on conflict (post_id, voter) do update set choices = excluded.choices
    ), change as (
      select coalesce((select choices from former), 0)::integer as before,
        ${choices}::integer as after, not exists (select from former) as is_first
    )
    update ${polls} set
      counts = array(
        select count + ((after >> (place::integer - 1)) & 1) - ((before >> (place::integer - 1)) & 1)
        from unnest(counts) with ordinality as option(count, place) order by place
      ),
      voter_count = voter_count + is_first::integer
    from change where post_id = ${postId}
    returning counts, voter_count as "voterCount"`);
  const [results] = rows;
  if (results === undefined) throw new Error('a locked poll has no row');
  return results;
}

/** Members who chose the option, by nickname: neither withdrawn ones nor those whom the reader blocks. */
export async function listVoters(
  db: Executor,
  { postId, option, memberId }: { postId: number; option: number; memberId: number },
  { limit, offset }: PageRange,
) {
  return db
    .select({
      id: members.id,
      nickname: members.nickname,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(pollBallots)
    .innerJoin(members, eq(members.id, pollBallots.memberId))
    .where(
      and(
        eq(pollBallots.postId, postId),
        sql`(${pollBallots.choices} >> ${option}::integer) & 1 = 1`,
        isNull(members.withdrawnAt),
        not(isBlockedAuthor(members.id, memberId) as SQL),
      ),
    )
    .orderBy(asc(members.nickname), asc(members.id))
    .limit(limit)
    .offset(offset);
}
