import type { NotificationType } from '@naru/contract/notifications';
import { and, asc, desc, eq, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { memberBlocks, members, notificationMutes, notifications } from '../../db/schema/index.ts';

export type NotificationRow = typeof notifications.$inferSelect;
export type NewNotificationRow = typeof notifications.$inferInsert;

interface Reach {
  memberIds: readonly number[];
  /** Skips members who muted this type. */
  wanting: NotificationType | null;
  /** Skips members with a block between them and this member. */
  notApartFrom: number | null;
}

/** Members that a notification reaches, by id; withdrawn ones are skipped. */
export async function listReachable(db: Executor, reach: Reach): Promise<number[]> {
  const { memberIds, wanting, notApartFrom } = reach;
  if (memberIds.length === 0) return [];
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        inArray(members.id, [...memberIds]),
        isNull(members.withdrawnAt),
        wanting === null ? undefined : notExists(muteOf(db, wanting)),
        notApartFrom === null ? undefined : notExists(blockBetween(db, notApartFrom)),
      ),
    )
    .orderBy(asc(members.id));
  return rows.map(({ id }) => id);
}

function muteOf(db: Executor, type: NotificationType) {
  return db
    .select({ type: notificationMutes.type })
    .from(notificationMutes)
    .where(and(eq(notificationMutes.memberId, members.id), eq(notificationMutes.type, type)));
}

function blockBetween(db: Executor, memberId: number) {
  const { blockerId, blockedId } = memberBlocks;
  return db
    .select({ blockerId })
    .from(memberBlocks)
    .where(
      or(
        and(eq(blockerId, members.id), eq(blockedId, memberId)),
        and(eq(blockerId, memberId), eq(blockedId, members.id)),
      ),
    );
}

/** Inserts the notification, or counts it in the unread one of its group. */
export async function upsertNotification(
  db: Executor,
  values: NewNotificationRow,
): Promise<NotificationRow> {
  const { content, targetUrl, targetSeal, createdAt } = values;
  const [row] = await db
    .insert(notifications)
    .values(values)
    .onConflictDoUpdate({
      target: [notifications.memberId, notifications.groupKey],
      targetWhere: sql`${notifications.readAt} is null and ${notifications.groupKey} is not null`,
      set: {
        content,
        targetUrl,
        targetSeal,
        createdAt,
        count: sql`${notifications.count} + 1`,
      },
    })
    .returning();
  if (row === undefined) throw new Error('the notification was not inserted');
  return row;
}

/** Newest first; `limit` null returns all. */
export async function listNotifications(
  db: Executor,
  memberId: number,
  options: { withRead: boolean; limit: number | null },
): Promise<NotificationRow[]> {
  const query = db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.memberId, memberId),
        options.withRead ? undefined : isNull(notifications.readAt),
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .$dynamic();
  return options.limit === null ? query : query.limit(options.limit);
}

export async function countUnread(db: Executor, memberId: number): Promise<number> {
  return db.$count(
    notifications,
    and(eq(notifications.memberId, memberId), isNull(notifications.readAt)),
  );
}

export async function existsNotification(
  db: Executor,
  memberId: number,
  id: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.id, id), eq(notifications.memberId, memberId)));
  return rows.length > 0;
}

/**
 * Marks unread notifications of the member as read, all of them without `ids`; returns how many.
 */
export async function markRead(
  db: Executor,
  memberId: number,
  { ids, now }: { ids: readonly number[] | null; now: Date },
): Promise<number> {
  const result = await db
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(
        eq(notifications.memberId, memberId),
        isNull(notifications.readAt),
        ids === null ? undefined : inArray(notifications.id, [...ids]),
      ),
    );
  return result.rowCount ?? 0;
}
