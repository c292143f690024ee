import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepareSql, statement } from '../../db/pipeline.ts';
import { comments, eventStreams, members, notifications, posts } from '../../db/schema/index.ts';
import { aboutColumns } from '../../domain/notifications/about.sql.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import { isReachable, type NewNotificationRow } from './notifications.repo.ts';
import { AUTHORS_MAX, postColumns } from './notifications.sources.repo.ts';

const of = sql.placeholder;
const isNamedBelow = sql`post_id = ${of('postId')} and deleted_at is null and author_id is not null`;
const numbers = (ids: string[]) => ids.map(Number);

/** What notifications of a comment need, before it is written; the ids are those of named authors. */
export function prepareFindNewComment(db: Db) {
  const query = db
    .select({
      post: postColumns(of('actorId')),
      /** Authors of the parent comment and of the reply that the comment answers. */
      answered: sql`array(select author_id from ${comments}
        where id in (${of('parentId')}, ${of('replyToId')}) and ${isNamedBelow})`.mapWith(numbers),
      /** Authors of comments below the post, latest first. */
      authors: sql`array(select author_id from ${comments} where ${isNamedBelow}
        group by author_id order by max(position) desc limit ${sql.raw(String(AUTHORS_MAX))})`.mapWith(
        numbers,
      ),
      /** Of the newest comment that `authors` regards. */
      lastPosition: sql<number>`(select coalesce(max(position), 0) from ${comments} where post_id = ${of('postId')})`,
    })
    .from(posts)
    .where(and(eq(posts.id, of('postId')), isLive))
    .prepare('find_new_comment');
  return (what: {
    postId: number;
    parentId: number | null;
    replyToId: number | null;
    actorId: number;
  }) => statement(query, what, ([row]) => row ?? null);
}

/**
 * Array of the members whose open pages a comment refreshes: `authors`, and those who commented
 * since they were listed.
 */
export const refreshedMembers = sql`array(
  select unnest(${of('authors')}::bigint[])
  union select author_id from ${comments}
    where ${isNamedBelow} and position > ${of('lastPosition')} and author_id <> ${of('actorId')})`;

/** Inserts one notification for each reachable member of `memberIds`, in the order of their ids. */
export function prepareInsertNotifications(db: Db) {
  const reachable = isReachable(db, { wanting: of('type'), withoutBlockWith: of('actorId') });
  const query = prepareSql(
    db,
    'insert_notifications',
    sql`insert into ${notifications}
        (member_id, type, sub_type, content, target_url, post_id, comment_id, cause, created_at)
      select ${members.id}, ${of('type')}, ${of('subType')}, ${of('content')}, ${of('targetUrl')},
        ${of('postId')}::bigint, ${of('commentId')}::bigint, ${of('cause')}::jsonb, ${of('createdAt')}::timestamptz
      from ${members}
      where ${members.id} = any(${of('memberIds')}::bigint[]) and ${reachable}
      order by ${members.id}`,
  );
  return (
    row: Omit<NewNotificationRow, 'memberId'>,
    to: { memberIds: readonly number[]; actorId: number },
  ) => statement(query, { ...row, ...to, cause: JSON.stringify(row.cause) }, () => undefined);
}

/** The new notifications of a comment to members with open pages, with their unread numbers. */
export function prepareListNewNotices(db: Db) {
  const own = sql`select count(*) from ${notifications} as own
    where own.member_id = ${notifications.memberId} and own.read_at is null`;
  const listening = db
    .select({ memberId: eventStreams.memberId })
    .from(eventStreams)
    .where(
      sql`${eventStreams.memberId} = any(${of('memberIds')}::bigint[]) and ${eventStreams.listenedAt} is not null`,
    );
  const query = db
    .select({
      ...getTableColumns(notifications),
      ...aboutColumns,
      unreadCount: sql<number>`(${own})`,
    })
    .from(notifications)
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .leftJoin(comments, eq(comments.id, notifications.commentId))
    .where(
      and(
        inArray(notifications.memberId, listening),
        eq(notifications.postId, of('postId')),
        eq(notifications.commentId, of('commentId')),
        isNull(notifications.readAt),
      ),
    )
    .prepare('list_new_notices');
  return (what: { memberIds: readonly number[]; postId: number; commentId: number }) =>
    statement(query, what, (rows) => rows);
}
