import type { NoticeType } from '@naru/contract/notices';
import { and, count, desc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, notificationMutes, notifications } from '../../db/schema/index.ts';

export type NoticeRow = typeof notifications.$inferSelect;
export type NewNoticeRow = typeof notifications.$inferInsert;

/**
 * False for members who withdrew, where nobody reads any more, and for those who do not want that
 * kind of notice; null stands for what is told in any case.
 */
export async function isReachable(
  db: Executor,
  memberId: number,
  kind: NoticeType | null,
): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.id, memberId),
        isNull(members.withdrawnAt),
        kind === null ? undefined : notExists(muteOf(db, kind)),
      ),
    );
  return rows.length > 0;
}

function muteOf(db: Executor, type: NoticeType) {
  return db
    .select({ type: notificationMutes.type })
    .from(notificationMutes)
    .where(and(eq(notificationMutes.memberId, members.id), eq(notificationMutes.type, type)));
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

/** Changes what a notice says. */
export async function updateText(
  db: Executor,
  id: number,
  { content, targetSeal }: Pick<NewNoticeRow, 'content' | 'targetSeal'>,
): Promise<NoticeRow> {
  const [row] = await db
    .update(notifications)
    .set({ content, targetSeal })
    .where(eq(notifications.id, id))
    .returning();
  if (row === undefined) throw new Error('the notice is gone');
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
