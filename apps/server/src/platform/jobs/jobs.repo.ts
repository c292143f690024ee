import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import {
  chatRoomMembers,
  chatRooms,
  comments,
  dailyVisitors,
  events,
  notifications,
  posts,
  postViews,
  resetFlows,
  sessions,
  throttles,
  verifications,
} from '../../db/schema/index.ts';

const BATCH = 500;

/** Deletes posts that were soft-deleted before `before`, with all dependants; returns how many. */
export async function purgePosts(db: Executor, before: Date): Promise<number> {
  const old = db.select({ id: posts.id }).from(posts).where(lt(posts.deletedAt, before));
  return inBatches(async () => {
    const result = await db.delete(posts).where(inArray(posts.id, old.limit(BATCH)));
    return result.rowCount ?? 0;
  });
}

/** Deletes chat rooms that both members left before `before`; returns how many. */
export async function purgeRooms(db: Executor, before: Date): Promise<number> {
  const old = db
    .select({ roomId: chatRoomMembers.roomId })
    .from(chatRoomMembers)
    .groupBy(chatRoomMembers.roomId)
    .having(sql`bool_and(${chatRoomMembers.isOut}) and max(${chatRoomMembers.outAt}) < ${before}`);
  return inBatches(async () => {
    // The condition is rechecked under the row lock: a message that arrives meanwhile keeps the
    // room.
    const result = await db
      .delete(chatRooms)
      .where(
        and(
          inArray(chatRooms.id, old.limit(BATCH)),
          or(isNull(chatRooms.lastMessageAt), lt(chatRooms.lastMessageAt, before)),
        ),
      );
    return result.rowCount ?? 0;
  });
}

/** Deletes comments that were soft-deleted before `before` and have no reply left. */
export async function purgeComments(db: Executor, before: Date): Promise<number> {
  const replies = alias(comments, 'replies');
  const old = db
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        lt(comments.deletedAt, before),
        notExists(
          db.select({ id: replies.id }).from(replies).where(eq(replies.parentId, comments.id)),
        ),
      ),
    );
  return inBatches(async () => {
    const result = await db.delete(comments).where(inArray(comments.id, old.limit(BATCH)));
    return result.rowCount ?? 0;
  });
}

/** Blanks the soft-deleted comments that stay as placeholders above their replies. */
export async function blankComments(db: Executor, before: Date): Promise<number> {
  const result = await db
    .update(comments)
    .set({ content: '', authorId: null, authorSeal: null })
    .where(
      and(
        lt(comments.deletedAt, before),
        or(
          sql`${comments.content} <> ''`,
          isNotNull(comments.authorId),
          isNotNull(comments.authorSeal),
        ),
      ),
    );
  return result.rowCount ?? 0;
}

export async function deleteOldVerifications(db: Executor, before: Date): Promise<number> {
  const result = await db.delete(verifications).where(lt(verifications.createdAt, before));
  return result.rowCount ?? 0;
}

export async function deleteOldResetFlows(db: Executor, before: Date): Promise<number> {
  const result = await db.delete(resetFlows).where(lt(resetFlows.expiresAt, before));
  return result.rowCount ?? 0;
}

export async function deleteOldThrottles(db: Executor, before: Date): Promise<number> {
  const result = await db
    .delete(throttles)
    .where(
      and(
        lt(throttles.windowEndsAt, before),
        or(isNull(throttles.blockedUntil), lt(throttles.blockedUntil, before)),
      ),
    );
  return result.rowCount ?? 0;
}

export async function deleteOldEvents(db: Executor, before: Date): Promise<number> {
  const result = await db.delete(events).where(lt(events.createdAt, before));
  return result.rowCount ?? 0;
}

export async function deleteOldNotifications(db: Executor, before: Date): Promise<number> {
  const result = await db.delete(notifications).where(lt(notifications.createdAt, before));
  return result.rowCount ?? 0;
}

/** Sessions that ended before `before`: by logout, idle expiry or absolute expiry. */
export async function deleteDeadSessions(db: Executor, before: Date): Promise<number> {
  const ended = sql`least(${sessions.expiresAt}, ${sessions.endsAt}, ${sessions.revokedAt})`;
  const result = await db.delete(sessions).where(lt(ended, before));
  return result.rowCount ?? 0;
}

export async function deleteOldViews(db: Executor, beforeDay: string): Promise<number> {
  const result = await db.delete(postViews).where(lt(postViews.day, beforeDay));
  return result.rowCount ?? 0;
}

export async function deleteOldVisits(db: Executor, beforeDay: string): Promise<number> {
  const result = await db.delete(dailyVisitors).where(lt(dailyVisitors.day, beforeDay));
  return result.rowCount ?? 0;
}

/** Short statements one after the other, so that no request waits long for a row lock. */
async function inBatches(run: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const count = await run();
    total += count;
    if (count < BATCH) return total;
  }
}
