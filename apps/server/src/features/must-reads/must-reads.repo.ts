import type { BoardType } from '@naru/contract/boards';
import type { ReaderState } from '@naru/contract/must-reads';
import type { NotificationType } from '@naru/contract/notifications';
import { and, asc, eq, gt, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  members,
  mustReadConfirmations,
  mustReadReminders,
  mustReads,
  posts,
} from '../../db/schema/index.ts';
import { studyYear } from '../../domain/notices/audience.sql.ts';
import {
  hasConfirmed,
  isAskedOf,
  isAsking,
  isWaitingFor,
} from '../../domain/notices/must-reads.sql.ts';
import { hasMuted } from '../../domain/notifications/mutes.sql.ts';
import { isListed, isLivePost } from '../../domain/posts/post.sql.ts';
import type { PageRange } from '../../platform/paging.ts';
import type { WatchedNotice } from './must-reads.policy.ts';

/**
 * Those due first, then those without a deadline, oldest first; each with how many there are in all, and
 * when the last of all began to ask.
 */
export async function listWaiting(db: Executor, memberId: number, now: Date, limit: number) {
  return db
    .select({
      id: posts.id,
      boardType: sql<BoardType>`${posts.boardType}`,
      title: posts.title,
      dueOn: mustReads.dueOn,
      lastAskedAt: sql<Date>`max(${mustReads.askedAt}) over ()`.mapWith(mustReads.askedAt),
      total: sql<number>`count(*) over ()::int`,
    })
    .from(mustReads)
    .innerJoin(posts, eq(posts.id, mustReads.postId))
    .innerJoin(members, eq(members.id, memberId))
    .where(and(isAsking(now), isAskedOf(now), sql`not ${hasConfirmed}`))
    .orderBy(sql`${mustReads.dueOn} asc nulls last`, asc(mustReads.askedAt), asc(posts.id))
    .limit(limit);
}

/** The notice as it asks the member; null for a missing, removed or hidden post. */
export async function findAsked(db: Executor, postId: number, memberId: number, now: Date) {
  const [row] = await db
    .select({
      isAsked: sql<boolean>`coalesce(${mustReads.isOpen} and ${isAskedOf(now)}, false)`,
      round: mustReads.round,
    })
    .from(posts)
    .innerJoin(members, eq(members.id, memberId))
    .leftJoin(mustReads, eq(mustReads.postId, posts.id))
    .where(and(eq(posts.id, postId), isListed));
  return row ?? null;
}

interface Confirmation {
  postId: number;
  round: number;
  memberId: number;
}

/** Returns when the member confirmed the round first. */
export async function insertConfirmation(
  db: Executor,
  confirmation: Confirmation,
  now: Date,
): Promise<Date> {
  const { postId, round, memberId } = confirmation;
  const [made] = await db
    .insert(mustReadConfirmations)
    .values({ ...confirmation, confirmedAt: now })
    .onConflictDoNothing()
    .returning({ confirmedAt: mustReadConfirmations.confirmedAt });
  if (made !== undefined) return made.confirmedAt;
  const [former] = await db
    .select({ confirmedAt: mustReadConfirmations.confirmedAt })
    .from(mustReadConfirmations)
    .where(
      and(
        eq(mustReadConfirmations.postId, postId),
        eq(mustReadConfirmations.round, round),
        eq(mustReadConfirmations.memberId, memberId),
      ),
    );
  return former?.confirmedAt ?? now;
}

export async function findWatched(db: Executor, postId: number) {
  const [row] = await db
    .select({
      id: posts.id,
      boardType: posts.boardType,
      authorId: posts.authorId,
      isOpen: posts.mustRead,
      isForGroups: sql<boolean>`${posts.audienceGroups} is not null`,
    })
    .from(posts)
    .where(isLivePost(postId));
  return row ?? null;
}

export async function findRound(db: Executor, { id }: WatchedNotice, today: string) {
  const [row] = await db
    .select({
      dueOn: mustReads.dueOn,
      isReminded: sql<boolean>`exists (select 1 from ${mustReadReminders}
        where ${mustReadReminders.postId} = ${mustReads.postId} and ${mustReadReminders.day} = ${today})`,
    })
    .from(mustReads)
    .innerJoin(posts, eq(posts.id, mustReads.postId))
    .where(eq(mustReads.postId, id));
  return row ?? { dueOn: null, isReminded: false };
}

const confirmedAt =
  sql<Date | null>`(${sql`select ${mustReadConfirmations.confirmedAt} from ${mustReadConfirmations}
  where ${mustReadConfirmations.postId} = ${mustReads.postId}
    and ${mustReadConfirmations.round} = ${mustReads.round}
    and ${mustReadConfirmations.memberId} = ${members.id}`})`.mapWith(
    mustReadConfirmations.confirmedAt,
  );

/** Members whom the notice asks now, whether they have confirmed it or not. */
function selectReaders(db: Executor, { id }: WatchedNotice, now: Date, more?: SQL) {
  return db
    .select({
      id: members.id,
      nickname: members.nickname,
      name: members.name,
      username: members.username,
      year: studyYear(now),
      confirmedAt,
    })
    .from(mustReads)
    .innerJoin(posts, eq(posts.id, mustReads.postId))
    .innerJoin(members, sql`true`)
    .where(and(eq(mustReads.postId, id), isAskedOf(now), more))
    .$dynamic();
}

export type ReaderRow = Awaited<ReturnType<typeof listReaders>>[number];

interface ReaderFilter {
  state: ReaderState;
  /** 0: not stated. */
  year?: number | undefined;
}

/** By year of study, then by nickname. */
export async function listReaders(
  db: Executor,
  notice: WatchedNotice,
  { state, year, now, limit, offset }: ReaderFilter & PageRange & { now: Date },
) {
  const isOfState = state === 'confirmed' ? hasConfirmed : sql`not ${hasConfirmed}`;
  const isOfYear = year === undefined ? undefined : sql`coalesce(${studyYear(now)}, 0) = ${year}`;
  return selectReaders(db, notice, now, and(isOfState, isOfYear))
    .orderBy(sql`${studyYear(now)} asc nulls last`, asc(members.nickname), asc(members.id))
    .limit(limit)
    .offset(offset);
}

/** The next readers by id. */
export async function listReadersAfter(
  db: Executor,
  notice: WatchedNotice,
  { afterId, now, limit }: { afterId: number; now: Date; limit: number },
) {
  return selectReaders(db, notice, now, gt(members.id, afterId))
    .orderBy(asc(members.id))
    .limit(limit);
}

/** How many readers of each year have confirmed; null, not stated, last. */
export async function countReaders(db: Executor, { id }: WatchedNotice, now: Date) {
  const readers = db
    .select({
      year: sql<number | null>`${studyYear(now)}`.as('year'),
      confirmed: sql<boolean>`${hasConfirmed}`.as('confirmed'),
    })
    .from(mustReads)
    .innerJoin(posts, eq(posts.id, mustReads.postId))
    .innerJoin(members, sql`true`)
    .where(and(eq(mustReads.postId, id), isAskedOf(now)))
    .as('readers');
  return db
    .select({
      year: readers.year,
      waiting: sql<number>`(count(*) filter (where not ${readers.confirmed}))::int`,
      confirmed: sql<number>`(count(*) filter (where ${readers.confirmed}))::int`,
    })
    .from(readers)
    .groupBy(readers.year)
    .orderBy(sql`${readers.year} asc nulls last`);
}

/** What members mute who want no reminder. */
const REMINDER: NotificationType = 'notice';

/** How many members a reminder reaches: not its sender, and not who muted notices. */
export function countReminded(
  tx: Executor,
  { id }: WatchedNotice,
  { senderId, now }: { senderId: number; now: Date },
): Promise<number> {
  return tx.$count(
    members,
    and(isWaitingFor(id, now), ne(members.id, senderId), not(hasMuted(members.id, REMINDER))),
  );
}

/** False when the notice had its reminder of the day. */
export async function insertReminder(
  tx: Executor,
  { id }: WatchedNotice,
  day: string,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(mustReadReminders)
    .values({ postId: id, day })
    .onConflictDoNothing();
  return rowCount === 1;
}
