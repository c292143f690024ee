import { and, count, desc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, noticeMutes, notices } from '../../db/schema/index.ts';

export type NoticeRow = typeof notices.$inferSelect;
export type NewNoticeRow = typeof notices.$inferInsert;

/**
 * False for members who withdrew, where nobody reads any more, and for those who do not want that
 * kind of notice; null stands for what is told in any case.
 */
export async function isReachable(
  db: Executor,
  memberId: number,
  kind: string | null,
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

function muteOf(db: Executor, kind: string) {
  return db
    .select({ kind: noticeMutes.kind })
    .from(noticeMutes)
    .where(and(eq(noticeMutes.memberId, members.id), eq(noticeMutes.kind, kind)));
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

/** Newest first; null: without an end. */
export async function listNotices(
  db: Executor,
  memberId: number,
  options: { withRead: boolean; limit: number | null },
): Promise<NoticeRow[]> {
  const query = db
    .select()
    .from(notices)
    .where(
      and(eq(notices.memberId, memberId), options.withRead ? undefined : isNull(notices.readAt)),
    )
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .$dynamic();
  return options.limit === null ? query : query.limit(options.limit);
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
