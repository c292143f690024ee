import type { NotificationType } from '@naru/contract/notifications';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  isNull,
  not,
  notExists,
  notInArray,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { idArray, textArray } from '../../db/arrays.ts';
import { chunksOf, LARGE_CHUNK } from '../../db/chunks.ts';
import type { Db, Executor } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import { insertManyRows } from '../../db/many-rows.ts';
import {
  actorNameOf,
  comments,
  memberBlocks,
  members,
  namesActor,
  notificationMutes,
  notifications,
  posts,
} from '../../db/schema/index.ts';
import { blocks, isBlockedAuthor } from '../../domain/access/blocks.sql.ts';
import { memberViewer, viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../domain/access/room-access.ts';
import { aboutColumns } from '../../domain/notifications/about.sql.ts';
import { hasMuted } from '../../domain/notifications/mutes.sql.ts';
import { UNMUTED_SUB_TYPES } from '../../domain/notifications/notification-kinds.ts';

export type NotificationRow = Awaited<ReturnType<typeof selectNotifications>>[number];
/** A notification with whether the post and comment that its row names are blinded now. */
export type NewestRow = NotificationRow & Record<'isPostBlinded' | 'isCommentBlinded', boolean>;
export type NewNotificationRow = typeof notifications.$inferInsert;

interface Reach {
  memberIds: readonly number[];
  /** Skips members who muted this type. */
  wanting: NotificationType | null;
  /** Skips members who block this member. */
  actorId: number | null;
}

/** Members that a notification reaches, by id; withdrawn ones are skipped. */
export async function listReachable(
  db: Executor,
  { memberIds, wanting, actorId }: Reach,
): Promise<number[]> {
  if (memberIds.length === 0) return [];
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(sql`${members.id} = any(${idArray(memberIds)})`, isReachable(db, { wanting, actorId })),
    )
    .orderBy(asc(members.id));
  return rows.map(({ id }) => id);
}

/** Condition on rows of `members`; takes placeholders, too. */
export function isReachable(
  db: Executor,
  { wanting, actorId }: { wanting: unknown; actorId: unknown },
): SQL | undefined {
  return and(
    isNull(members.withdrawnAt),
    wanting === null ? undefined : notExists(muteOf(db, wanting)),
    actorId === null ? undefined : not(blocks(members.id, actorId)),
  );
}

function muteOf(db: Executor, type: unknown) {
  return db
    .select({ type: notificationMutes.type })
    .from(notificationMutes)
    .where(
      and(eq(notificationMutes.memberId, members.id), sql`${notificationMutes.type} = ${type}`),
    );
}

/** The newest causes that a notification follows one by one. */
export const CAUSES_MAX = 100;

/** On conflict the unread notification of the group takes over the new content, and its count grows. */
export const joinGroup = sql`do update set content = excluded.content, target_url = excluded.target_url,
  causes = (${notifications.causes} || excluded.causes)[greatest(1,
    cardinality(${notifications.causes} || excluded.causes) - ${sql.raw(String(CAUSES_MAX - 1))}):],
  target_seal = excluded.target_seal,
  post_id = excluded.post_id, comment_id = excluded.comment_id, cause = excluded.cause,
  created_at = excluded.created_at, count = ${notifications.count} + excluded.count`;

/**
 * Inserts notifications of different members, or counts each in the unread one of its group; returns
 * their ids.
 */
export async function upsertNotifications(
  db: Executor,
  rows: readonly NewNotificationRow[],
): Promise<{ id: number; memberId: number }[]> {
  const written: { id: number; memberId: number }[] = [];
  for (const some of chunksOf(rows, LARGE_CHUNK)) {
    const { rows: stored } = await db.execute<{ id: number; memberId: number }>(sql`
      ${insertManyRows(notifications, some)}
      on conflict (member_id, group_key) where read_at is null and group_key is not null
      ${joinGroup}
      returning id, member_id as "memberId"`);
    written.push(...stored);
  }
  return written;
}

/** Without those whose member has a notification of the group, whether or not it was read. */
export async function withoutOfGroup(
  db: Executor,
  rows: readonly NewNotificationRow[],
): Promise<NewNotificationRow[]> {
  const { rows: stored } = await db.execute<{ groupKey: string; memberId: number }>(sql`
    select n.group_key as "groupKey", n.member_id as "memberId" from ${notifications} n
    where n.member_id = any(${idArray(rows.map(({ memberId }) => memberId))})
      and n.group_key = any(${textArray(rows.flatMap(({ groupKey }) => groupKey ?? []))})`);
  const known = new Set(stored.map(({ memberId, groupKey }) => `${memberId} ${groupKey}`));
  return rows.filter(({ memberId, groupKey }) => !known.has(`${memberId} ${groupKey}`));
}

const { causes: _, lost: __, ...stored } = getTableColumns(notifications);
/** Of the row itself; `count` without what is gone. */
const ownColumns = {
  ...stored,
  count: sql<number>`${notifications.count} - coalesce(cardinality(${notifications.lost}), 0)`,
};
const columns = {
  ...ownColumns,
  ...aboutColumns(memberViewer(notifications.memberId)),
};

/**
 * Columns of a notification with its member's unread number, for statements that join `posts` and `comments`
 * to it.
 */
export const notifiedColumns = {
  ...columns,
  unreadCount: sql<number>`(select count(*) from ${notifications} as own
    where own.member_id = ${notifications.memberId} and own.read_at is null)`,
};

/** Notifications with the present state of the post and comment that they are about. */
export function selectNotifications(db: Executor) {
  return db
    .select(columns)
    .from(notifications)
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .leftJoin(comments, eq(comments.id, notifications.commentId))
    .$dynamic();
}

export async function findNotification(db: Executor, id: number): Promise<NotificationRow> {
  const [row] = await selectNotifications(db).where(eq(notifications.id, id));
  if (row === undefined) throw new Error('the notification is gone');
  return row;
}

const isOf = (memberId: number) => eq(notifications.memberId, memberId);
const isUnreadOf = (memberId: number) => and(isOf(memberId), isNull(notifications.readAt));

const newestFirst = [desc(notifications.createdAt), desc(notifications.id)];

/** All notifications of the member of which something is left, newest first. */
export async function listNotifications(db: Executor, memberId: number) {
  return selectNotifications(db)
    .where(and(isOf(memberId), isNull(notifications.goneAt)))
    .orderBy(...newestFirst);
}

/** Prepared statements for the newest notifications of a viewer and the number of unread ones. */
export function prepareListNewest(db: Db) {
  const { memberId } = viewerPlaceholders;
  const isOwn = eq(notifications.memberId, memberId);
  const unread = alias(notifications, 'unread');
  const isUnread = and(eq(unread.memberId, memberId), isNull(unread.readAt));
  const unreadCount = sql<number>`${db.select({ count: count() }).from(unread).where(isUnread)}`;
  const isBlinded = {
    isPostBlinded: sql<boolean>`${posts.blindedAt} is not null`,
    isCommentBlinded: sql<boolean>`${comments.blindedAt} is not null`,
  };
  const prepareNewest = (name: string, which: SQL | undefined) => {
    const select = db
      .select({
        ...ownColumns,
        ...aboutColumns(viewerPlaceholders),
        ...isBlinded,
        unreadCount,
      })
      .from(notifications)
      .leftJoin(posts, eq(posts.id, notifications.postId))
      .leftJoin(comments, eq(comments.id, notifications.commentId))
      .where(which)
      .orderBy(...newestFirst)
      .limit(sql.placeholder('limit'));
    return prepare(db, name, select, { isShort: true });
  };
  const all = prepareNewest('list_notifications', and(isOwn, isNull(notifications.goneAt)));
  const unreadOnly = prepareNewest('list_unread', and(isOwn, isNull(notifications.readAt)));
  return async (viewer: RoomViewer<number | boolean>, limit: number, withRead: boolean) => {
    const rows = await (withRead ? all : unreadOnly)({ limit, ...viewer })(db);
    return { rows, unreadCount: rows[0]?.unreadCount ?? 0 };
  };
}

const isSingleBy = (authorId: SQLWrapper) =>
  and(eq(notifications.count, 1), isBlockedAuthor(authorId, notifications.memberId));

/** Also of those that an earlier release wrote, whose causes are not known one by one. */
const isByBlocked = sql<boolean>`case
  when ${notifications.type} = 'comment' then ${isSingleBy(comments.authorId)}
  when ${namesActor(notifications)} then exists (
    select from ${memberBlocks} b join ${members} m on m.id = b.blocked_id
    where b.blocker_id = ${notifications.memberId} and m.nickname || '님' = ${actorNameOf(notifications)})
  when ${notifications.subType} in ('question', 'followed-board', 'keyword') then ${isSingleBy(posts.authorId)}
  else false end`;

const isMuted = sql<boolean>`(${hasMuted(notifications.memberId, notifications.type)}
  and coalesce(${notInArray(notifications.subType, [...UNMUTED_SUB_TYPES])}, true))`;

/** The newest unread notifications of a member, without those that a later mute or block silences. */
export function listUnsilenced(db: Executor, memberId: number, limit: number) {
  return selectNotifications(db)
    .where(and(isUnreadOf(memberId), not(isByBlocked), not(isMuted)))
    .orderBy(...newestFirst)
    .limit(limit);
}

export async function countUnread(db: Executor, memberId: number) {
  return db.$count(notifications, isUnreadOf(memberId));
}
