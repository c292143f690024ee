import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, notices } from '../../db/schema/index.ts';

export type NoticeRow = typeof notices.$inferSelect;
export type NewNoticeRow = typeof notices.$inferInsert;

/** False for members who withdrew: nobody reads there any more. */
export async function isReachable(db: Executor, memberId: number): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)));
  return rows.length > 0;
}

/** Inserts the notice, or counts one more in the unread one of its group. */
export async function upsertNotice(db: Executor, values: NewNoticeRow): Promise<NoticeRow> {
  const { content, targetUrl, targetSeal, createdAt } = values;
  const [row] = await db
    .insert(notices)
    .values(values)
    .onConflictDoUpdate({
      target: [notices.memberId, notices.groupKey],
      targetWhere: sql`${notices.readAt} is null and ${notices.groupKey} is not null`,
      set: {
        content,
        targetUrl,
        targetSeal,
        createdAt,
        count: sql`${notices.count} + 1`,
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
    .update(notices)
    .set({ content, targetSeal })
    .where(eq(notices.id, id))
    .returning();
  if (row === undefined) throw new Error('the notice is gone');
  return row;
}

/** Newest first. */
export async function listNotices(
  db: Executor,
  memberId: number,
  options: { withRead: boolean; limit: number },
): Promise<NoticeRow[]> {
  return db
    .select()
    .from(notices)
    .where(
      and(eq(notices.memberId, memberId), options.withRead ? undefined : isNull(notices.readAt)),
    )
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(options.limit);
}

export async function countUnread(db: Executor, memberId: number): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(notices)
    .where(and(eq(notices.memberId, memberId), isNull(notices.readAt)));
  return row?.count ?? 0;
}

export async function existsNotice(db: Executor, memberId: number, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.id, id), eq(notices.memberId, memberId)));
  return rows.length > 0;
}

/** Marks unread notices of the member as read, all of them without `ids`; answers how many. */
export async function markRead(
  db: Executor,
  memberId: number,
  { ids, now }: { ids: readonly number[] | null; now: Date },
): Promise<number> {
  const result = await db
    .update(notices)
    .set({ readAt: now })
    .where(
      and(
        eq(notices.memberId, memberId),
        isNull(notices.readAt),
        ids === null ? undefined : inArray(notices.id, [...ids]),
      ),
    );
  return result.rowCount ?? 0;
}
