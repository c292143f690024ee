import type { NotificationType } from '@naru/contract/notifications';
import { and, asc, count, desc, eq, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { memberBlocks, members, notificationMutes, notifications } from '../../db/schema/index.ts';

export type NoticeRow = typeof notifications.$inferSelect;
export type NewNoticeRow = typeof notifications.$inferInsert;

interface Reach {
  memberIds: readonly number[];
  /** Only those who have not muted this type. */
  wanting: NotificationType | null;
  /** Only those between whom and this member there is no block. */
  notApartFrom: number | null;
}

/** Those of the members whom a notification reaches, by id; nobody reads for who withdrew. */
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

/** Inserts the notice, or counts one more in the unread one of its group. */
export async function upsertNotice(db: Executor, values: NewNoticeRow): Promise<NoticeRow> {
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
  if (row === undefined) throw new Error('the notice was not inserted');
  return row;
}

/** Newest first; null: without an end. */
export async function listNotices(
  db: Executor,
  memberId: number,
  options: { withRead: boolean; limit: number | null },
): Promise<NoticeRow[]> {
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
  const [row] = await db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.memberId, memberId), isNull(notifications.readAt)));
  return row?.count ?? 0;
}

export async function existsNotice(db: Executor, memberId: number, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.id, id), eq(notifications.memberId, memberId)));
  return rows.length > 0;
}

/** Marks unread notifications of the member as read, all of them without `ids`; answers how many. */
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
