import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { statement } from '../../db/pipeline.ts';
import { notifications } from '../../db/schema/index.ts';

const of = sql.placeholder;
const isOwn = eq(notifications.memberId, of('memberId'));
const isUnread = and(isOwn, isNull(notifications.readAt));

export function prepareExistsNotification(db: Db) {
  const query = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(isOwn, eq(notifications.id, of('id'))))
    .prepare('find_own_notification');
  return (memberId: number, id: number) =>
    statement(query, { memberId, id }, ([row]) => row !== undefined);
}

/** Opening a seal takes some microseconds. */
const SEALED_MAX = 1000;

/** The newest unread notifications about anonymous posts, whose target is stored sealed. */
export function prepareListUnreadSealed(db: Db) {
  const query = db
    .select({ id: notifications.id, targetSeal: notifications.targetSeal })
    .from(notifications)
    .where(and(isUnread, isNotNull(notifications.targetSeal)))
    .orderBy(desc(notifications.id))
    .limit(SEALED_MAX)
    .prepare('list_unread_sealed');
  return (memberId: number) => statement(query, { memberId }, (rows) => rows);
}

/** Which unread notifications of a member to mark. */
export type Marked =
  | { which: 'all' }
  | { which: 'ids'; ids: readonly number[] }
  | { which: 'group'; groupKey: string }
  /** Those about a post, and `ids`, the ones about it whose target is stored sealed. */
  | { which: 'post'; postId: number; ids: readonly number[] };

/** Marks notifications of the member as read; returns how many. */
export function prepareMarkRead(db: Db) {
  const isAmong = sql`${notifications.id} = any(${of('ids')}::bigint[])`;
  const prepare = (name: string, condition: SQL | undefined) =>
    db
      .update(notifications)
      .set({ readAt: sql`${of('now')}::timestamptz` })
      .where(and(isUnread, condition))
      .prepare(name);
  const queries = {
    all: prepare('mark_all_read', undefined),
    ids: prepare('mark_read', isAmong),
    group: prepare('mark_group_read', eq(notifications.groupKey, of('groupKey'))),
    post: prepare('mark_post_read', sql`(${eq(notifications.postId, of('postId'))} or ${isAmong})`),
  };
  return (memberId: number, { which, ...values }: Marked, now: Date) =>
    statement(queries[which], { memberId, now, ...values }, ({ rowCount }) => rowCount ?? 0);
}

export function prepareCountUnread(db: Db) {
  const query = db
    .select({ unreadCount: count() })
    .from(notifications)
    .where(isUnread)
    .prepare('count_unread');
  return (memberId: number) => statement(query, { memberId }, ([row]) => row?.unreadCount ?? 0);
}
