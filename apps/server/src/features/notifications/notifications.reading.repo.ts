import { and, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import { notifications } from '../../db/schema/index.ts';

const of = sql.placeholder;
const isOwn = eq(notifications.memberId, of('memberId'));
const isUnread = and(isOwn, isNull(notifications.readAt));

export function prepareExistsNotification(db: Db) {
  const select = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(isOwn, eq(notifications.id, of('id'))));
  const query = prepare(db, 'find_own_notification', select);
  return (memberId: number, id: number) => query({ memberId, id }, ([row]) => row !== undefined);
}

/** Opening a seal takes some microseconds. */
const SEALED_MAX = 1000;

/** The newest unread notifications about anonymous posts, whose target is stored sealed. */
export function prepareListUnreadSealed(db: Db) {
  const select = db
    .select({ id: notifications.id, targetSeal: notifications.targetSeal })
    .from(notifications)
    .where(and(isUnread, isNotNull(notifications.targetSeal)))
    .orderBy(desc(notifications.id))
    .limit(SEALED_MAX);
  const query = prepare(db, 'list_unread_sealed', select);
  return (memberId: number) => query({ memberId });
}

/** Which unread notifications of a member to mark. */
export type Marked =
  | { which: 'all' }
  | { which: 'ids'; ids: readonly number[] }
  | { which: 'group'; groupKey: string }
  /** Those about a post; `ids`: those of them whose target is stored sealed. */
  | { which: 'post'; postId: number; ids: readonly number[] };

/** Marks notifications of the member as read; returns how many. */
export function prepareMarkRead(db: Db) {
  const isAmong = sql`${notifications.id} = any(${of('ids')}::bigint[])`;
  const mark = (name: string, condition: SQL | undefined) => {
    const update = db
      .update(notifications)
      .set({ readAt: sql`${of('now')}::timestamptz` })
      .where(and(isUnread, condition));
    return prepare(db, name, update);
  };
  // What is gone for now does not come back as unread either; its times differ, as no date has microseconds.
  const everything = db
    .update(notifications)
    .set({
      readAt: sql`${of('now')}::timestamptz`,
      goneAt: sql`${notifications.goneAt} - interval '1 microsecond'`,
    })
    .where(
      and(isOwn, or(isNull(notifications.readAt), eq(notifications.readAt, notifications.goneAt))),
    );
  const queries = {
    all: prepare(db, 'mark_all_read', everything),
    ids: mark('mark_read', isAmong),
    group: mark('mark_group_read', eq(notifications.groupKey, of('groupKey'))),
    post: mark('mark_post_read', sql`(${eq(notifications.postId, of('postId'))} or ${isAmong})`),
  };
  return (memberId: number, { which, ...values }: Marked, now: Date) =>
    queries[which]({ memberId, now, ...values }, ({ rowCount }) => rowCount ?? 0);
}

export function prepareCountUnread(db: Db) {
  const select = db.select({ unreadCount: count() }).from(notifications).where(isUnread);
  const query = prepare(db, 'count_unread', select);
  return (memberId: number) => query({ memberId }, ([row]) => row?.unreadCount ?? 0);
}
