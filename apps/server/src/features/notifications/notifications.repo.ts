import type { NotificationType } from '@naru/contract/notifications';
import { and, asc, desc, eq, inArray, isNull, not, notExists, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, notificationMutes, notifications } from '../../db/schema/index.ts';
import { hasBlock } from '../../domain/access/blocks.sql.ts';

export type NotificationRow = typeof notifications.$inferSelect;
export type NewNotificationRow = typeof notifications.$inferInsert;

interface Reach {
  memberIds: readonly number[];
  /** Skips members who muted this type. */
  wanting: NotificationType | null;
  /** Skips members with a block between them and this member. */
  withoutBlockWith: number | null;
}

/** Members that a notification reaches, by id; withdrawn ones are skipped. */
export async function listReachable(
  db: Executor,
  { memberIds, wanting, withoutBlockWith }: Reach,
): Promise<number[]> {
  if (memberIds.length === 0) return [];
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        inArray(members.id, [...memberIds]),
        isNull(members.withdrawnAt),
        wanting === null ? undefined : notExists(muteOf(db, wanting)),
        withoutBlockWith === null ? undefined : not(hasBlock(members.id, withoutBlockWith)),
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
      set: { content, targetUrl, targetSeal, createdAt, count: sql`${notifications.count} + 1` },
    })
    .returning();
  if (row === undefined) throw new Error('the notification was not inserted');
  return row;
}

const isOf = (memberId: number) => eq(notifications.memberId, memberId);
const isUnreadOf = (memberId: number) => and(isOf(memberId), isNull(notifications.readAt));

/** Newest first; all without `limit`. */
export async function listNotifications(
  db: Executor,
  memberId: number,
  { withRead, limit }: { withRead: boolean; limit?: number },
) {
  const query = db
    .select()
    .from(notifications)
    .where(withRead ? isOf(memberId) : isUnreadOf(memberId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .$dynamic();
  return limit === undefined ? query : query.limit(limit);
}

export async function countUnread(db: Executor, memberId: number) {
  return db.$count(notifications, isUnreadOf(memberId));
}

export async function existsNotification(db: Executor, memberId: number, id: number) {
  return (await db.$count(notifications, and(eq(notifications.id, id), isOf(memberId)))) > 0;
}

/** Marks unread notifications of the member as read, all of them without `ids`; returns how many. */
export async function markRead(
  db: Executor,
  memberId: number,
  { ids, now }: { ids: readonly number[] | null; now: Date },
): Promise<number> {
  const isOne = ids === null ? undefined : inArray(notifications.id, [...ids]);
  const { rowCount } = await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(isUnreadOf(memberId), isOne));
  return rowCount ?? 0;
}
