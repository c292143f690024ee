import { and, eq, inArray, isNotNull, isNull, lt, not, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { offSince } from '../../db/off-time.ts';
import {
  chatMessages,
  chatReactions,
  chatRoomMembers,
  chatRooms,
  comments,
  courseReviews,
  dailyVisitors,
  drafts,
  emailLog,
  events,
  inquiries,
  lectures,
  members,
  notifications,
  outsideReporters,
  pageChanges,
  posts,
  postViews,
  reportedContents,
  resetFlows,
  sealedPostViews,
  sessions,
  staffActions,
  throttles,
  timetablePlans,
  uploads,
  verifications,
} from '../../db/schema/index.ts';
import { isInRoom } from '../access/chat-rooms.sql.ts';

const BATCH = 500;

/** The column with the age of a row, for each kind of rows that expire. */
const AGE = {
  verifications: verifications.createdAt,
  resetFlows: resetFlows.expiresAt,
  drafts: drafts.savedAt,
  emailLog: emailLog.createdAt,
  events: events.createdAt,
  notifications: notifications.createdAt,
  staffActions: staffActions.createdAt,
  /** Deleted ones only. */
  plans: timetablePlans.deletedAt,
};
/** Kinds that members still want: time in which the site was off does not age them. */
const WANTED = new Set<keyof typeof AGE>(['drafts', 'notifications', 'plans']);

const AGE_IN_DAYS = {
  views: postViews.day,
  sealedViews: sealedPostViews.day,
  visits: dailyVisitors.day,
};

/** Deletes the rows of a kind that are older than `before`; returns how many, like all below. */
export function deleteOld(db: Executor, kind: keyof typeof AGE, before: Date): Promise<number> {
  const column = AGE[kind];
  const isOld = WANTED.has(kind)
    ? and(lt(column, before), lt(sql`${column} + ${offSince(column)}`, before))
    : lt(column, before);
  return rowsOf(db.delete(column.table).where(isOld));
}

/** `deleteOld` for rows of a Korean day, yyyy-mm-dd. */
export function deleteOldDays(
  db: Executor,
  kind: keyof typeof AGE_IN_DAYS,
  before: string,
): Promise<number> {
  const column = AGE_IN_DAYS[kind];
  return rowsOf(db.delete(column.table).where(lt(column, before)));
}

/** Counts the ranks of the boards' pages again; returns the number of changes since the last time. */
export async function foldPages(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ changes: number }>(
    sql`select fold_pages() as changes where exists (select from ${pageChanges})`,
  );
  return rows[0]?.changes ?? 0;
}

/** Deletes posts that were soft-deleted before `before`, with all dependants. */
export function purgePosts(db: Executor, before: Date): Promise<number> {
  const old = db.select({ id: posts.id }).from(posts).where(lt(posts.deletedAt, before));
  return inBatches(() => db.delete(posts).where(inArray(posts.id, old.limit(BATCH))));
}

/** Deletes course reviews that were soft-deleted before `before`. */
export function purgeCourseReviews(db: Executor, before: Date): Promise<number> {
  return rowsOf(db.delete(courseReviews).where(lt(courseReviews.deletedAt, before)));
}

/** Notes since when members who did not leave are no longer in the rooms of their former lectures. */
export async function noteDropped(db: Executor, now: Date): Promise<void> {
  const { roomId, isOut, outAt } = chatRoomMembers;
  await db
    .update(chatRoomMembers)
    .set({ outAt: sql`case when ${isInRoom} then null else ${now}::timestamptz end` })
    .from(chatRooms)
    .where(
      and(
        eq(chatRooms.id, roomId),
        isNotNull(chatRooms.lectureId),
        eq(isOut, false),
        sql`(${outAt} is null) = ${not(isInRoom)}`,
      ),
    );
}

/** Deletes chat rooms that all members left before `before`, and those of lectures that were deleted before it. */
export function purgeRooms(db: Executor, before: Date): Promise<number> {
  const old = db
    .select({ roomId: chatRoomMembers.roomId })
    .from(chatRoomMembers)
    .innerJoin(chatRooms, eq(chatRooms.id, chatRoomMembers.roomId))
    .groupBy(chatRoomMembers.roomId)
    .having(
      sql`bool_and(${not(isInRoom)} and (${chatRoomMembers.isOut} or ${chatRoomMembers.outAt} is not null)) and max(${chatRoomMembers.outAt}) < ${before}`,
    );
  // Rechecked under the row lock: a message that arrives meanwhile keeps the room.
  const isUnused = or(isNull(chatRooms.lastMessageAt), lt(chatRooms.lastMessageAt, before));
  const isOfDeleted = sql`${chatRooms.lectureId} is not null and not exists (select 1 from ${lectures}
    where ${lectures.id} = ${chatRooms.lectureId} and coalesce(${lectures.deletedAt} >= ${before}, true))`;
  return inBatches(() =>
    db
      .delete(chatRooms)
      .where(or(and(inArray(chatRooms.id, old.limit(BATCH)), isUnused), isOfDeleted)),
  );
}

/**
 * Deletes reactions at recalled messages and of withdrawn members, which a server of the previous release leaves
 * during an upgrade.
 */
export function deleteStrayReactions(db: Executor): Promise<number> {
  const recalled = db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(isNotNull(chatMessages.recalledAt));
  const gone = db.select({ id: members.id }).from(members).where(isNotNull(members.withdrawnAt));
  const { messageId, memberId } = chatReactions;
  const isStray = or(inArray(messageId, recalled), inArray(memberId, gone));
  return rowsOf(db.delete(chatReactions).where(isStray));
}

/** Deletes comments that were soft-deleted before `before` and have no reply left. */
export function purgeComments(db: Executor, before: Date): Promise<number> {
  const replies = alias(comments, 'replies');
  const itsReplies = db
    .select({ id: replies.id })
    .from(replies)
    .where(eq(replies.parentId, comments.id));
  const old = db
    .select({ id: comments.id })
    .from(comments)
    .where(and(lt(comments.deletedAt, before), notExists(itsReplies)));
  return inBatches(() => db.delete(comments).where(inArray(comments.id, old.limit(BATCH))));
}

/**
 * Blanks the soft-deleted comments that stay as placeholders above their replies, and leaves their pictures
 * to the sweep.
 */
export async function blankComments(db: Executor, before: Date): Promise<number> {
  const { authorId, authorSeal, mentions, picture } = comments;
  const hasContent = sql`(${comments.content} <> ''
    or num_nonnulls(${authorId}, ${authorSeal}, ${mentions}, ${picture}) > 0)`;
  const isOld = and(lt(comments.deletedAt, before), hasContent);
  const shown = db.select({ id: comments.id }).from(comments).where(isOld);
  await db.update(uploads).set({ commentId: null }).where(inArray(uploads.commentId, shown));
  return rowsOf(
    db
      .update(comments)
      .set({ content: '', authorId: null, authorSeal: null, mentions: null, picture: null })
      .where(isOld),
  );
}

/**
 * Deletes reports of people without an account that were answered before `before`, or were not answered
 * and arrived before it.
 */
export function deleteOutsideReports(db: Executor, before: Date): Promise<number> {
  const fromOutside = db.select({ id: outsideReporters.inquiryId }).from(outsideReporters);
  const isOld = lt(sql`coalesce(${inquiries.completedAt}, ${inquiries.createdAt})`, before);
  return rowsOf(db.delete(inquiries).where(and(inArray(inquiries.id, fromOutside), isOld)));
}

/** Deletes what members reported, once that was answered before `before`. */
export function deleteReported(db: Executor, before: Date): Promise<number> {
  const answered = db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(lt(inquiries.completedAt, before));
  return rowsOf(db.delete(reportedContents).where(inArray(reportedContents.inquiryId, answered)));
}

export function deleteOldThrottles(db: Executor, before: Date): Promise<number> {
  const isFree = or(isNull(throttles.blockedUntil), lt(throttles.blockedUntil, before));
  return rowsOf(db.delete(throttles).where(and(lt(throttles.windowEndsAt, before), isFree)));
}

/** Sessions that ended before `before`: by logout, idle expiry or absolute expiry. */
export function deleteDeadSessions(db: Executor, before: Date): Promise<number> {
  const ended = sql`least(${sessions.expiresAt}, ${sessions.endsAt}, ${sessions.revokedAt})`;
  return rowsOf(db.delete(sessions).where(lt(ended, before)));
}

type Statement = PromiseLike<{ rowCount: number | null }>;

async function rowsOf(statement: Statement): Promise<number> {
  return (await statement).rowCount ?? 0;
}

/** Short statements one after the other, so that no request waits long for a row lock. */
async function inBatches(run: () => Statement): Promise<number> {
  for (let total = 0; ; ) {
    const count = await rowsOf(run());
    total += count;
    if (count < BATCH) return total;
  }
}
