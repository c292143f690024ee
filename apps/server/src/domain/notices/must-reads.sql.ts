import { LIMITS } from '@naru/contract/limits';
import { and, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { members, mustReadConfirmations, mustReads, posts } from '../../db/schema/index.ts';
import { addSeconds, DAY_MS } from '../../platform/clock.ts';
import { isActive } from '../access/members.sql.ts';
import { holdsRole } from '../access/roles.sql.ts';
import { isListed } from '../posts/post.sql.ts';
import { isForMember, isInGroupOfPost, studyYear, studyYearOn } from './audience.sql.ts';

const isStudent = sql`(${holdsRole(members.id, 'STUDENT')} or ${holdsRole(members.id, 'STUDENT_COUNCIL')})`;
const isNotAuthor = sql`${posts.authorId} is distinct from ${members.id}`;

/** Students of its audience, and everybody in one of its groups. */
const isReader = (year: SQL<number | null>) =>
  and(isForMember(year), or(isStudent, isInGroupOfPost));

/**
 * Whether the notice in `posts` asks the member in `members` to confirm it: readers in its audience who may
 * log in, except its author.
 */
export function isAskedOf(now: Date): SQL | undefined {
  return and(isActive(now), isNotAuthor, isReader(studyYear(now)));
}

/**
 * Whether the member of the row has confirmed the notice in its current round: a value, as `not exists`
 * may become a join that reads all confirmations of the notice for each member.
 */
export const hasConfirmed: SQL<boolean> = sql<boolean>`coalesce((select true from ${mustReadConfirmations}
  where ${mustReadConfirmations.postId} = ${mustReads.postId}
    and ${mustReadConfirmations.round} = ${mustReads.round}
    and ${mustReadConfirmations.memberId} = ${members.id}), false)`;

/**
 * Whether the notice still asks: it is open, listed, not expired, and was asked within the last
 * `mustReadDays` days.
 */
export function isAsking(now: Date): SQL | undefined {
  const since = addSeconds(now, (-LIMITS.mustReadDays * DAY_MS) / 1000);
  return and(
    mustReads.isOpen,
    gt(mustReads.askedAt, since),
    isListed,
    or(isNull(posts.expiresAt), gt(posts.expiresAt, now)),
  );
}

/** Members who have not confirmed the notice, for statements that read `members`. */
export function isWaitingFor(postId: number, now: Date): SQL {
  return sql`exists (select 1 from ${mustReads} inner join ${posts} on ${posts.id} = ${mustReads.postId}
    where ${mustReads.postId} = ${postId} and ${isAsking(now)} and ${isAskedOf(now)} and not ${hasConfirmed})`;
}

/** How many notices ask the member to confirm them. */
export function countWaiting(memberId: number, now: Date): SQL<number> {
  return sql<number>`(${sql`select count(*)::int from ${mustReads}
    inner join ${posts} on ${posts.id} = ${mustReads.postId}
    inner join ${members} on ${members.id} = ${memberId}
    where ${isAsking(now)} and ${isAskedOf(now)} and not ${hasConfirmed}`})`;
}

export interface MustReadRow {
  round: number;
  /** A Korean day. */
  dueOn: string | null;
  isAsked: boolean;
  confirmedAt: string | null;
}

/** A must-read notice as the reader sees it, for statements that read `posts`; null for other posts. */
export function mustReadOf(memberId: SQL, day: SQL): SQL<MustReadRow | null> {
  return sql<MustReadRow | null>`(${sql`case when ${posts.mustRead} then (
    select json_build_object('round', ${mustReads.round}, 'dueOn', ${mustReads.dueOn},
      'isAsked', exists (select 1 from ${members} where ${members.id} = ${memberId}
        and ${isNotAuthor} and ${isReader(studyYearOn(day))}),
      'confirmedAt', (select ${mustReadConfirmations.confirmedAt} from ${mustReadConfirmations}
        where ${mustReadConfirmations.postId} = ${mustReads.postId}
          and ${mustReadConfirmations.round} = ${mustReads.round}
          and ${mustReadConfirmations.memberId} = ${memberId}))
    from ${mustReads} where ${mustReads.postId} = ${posts.id}) end`})`;
}
