import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { statement } from '../../db/pipeline.ts';
import { comments, eventStreams, members, notifications, posts } from '../../db/schema/index.ts';
import { isReachable, toldColumns } from './notifications.repo.ts';
import { AUTHORS_MAX, postColumns } from './notifications.sources.repo.ts';

const of = sql.placeholder;
const isNamedBelow = sql`post_id = ${of('postId')} and deleted_at is null and author_id is not null`;
const numbers = (ids: string[]) => ids.map(Number);

const answered = sql`array(select author_id from ${comments}
  where id in (${of('parentId')}, ${of('replyToId')}) and ${isNamedBelow})`;

/**
 * What notifications of a comment need, before it is written, for a prepared statement that reads the
 * post; the ids are those of named authors.
 */
export const newCommentColumns = {
  post: postColumns(of('memberId')),
  thread: {
    /** Authors of the parent comment and of the reply that the comment answers. */
    answered: answered.mapWith(numbers),
    /** Authors of comments below the post, latest first. */
    authors: sql`array(select author_id from ${comments} where ${isNamedBelow}
      group by author_id order by max(position) desc limit ${sql.raw(String(AUTHORS_MAX))})`.mapWith(
      numbers,
    ),
    /** Of the newest comment that `authors` regards. */
    lastPosition: sql<number>`(select coalesce(max(position), 0) from ${comments} where post_id = ${of('postId')})`,
    /** Whether a member whom the comment may notify seems to have an open page. */
    isHeard: sql<boolean>`exists (select 1 from ${eventStreams}
      where member_id = any(${answered} || ${posts.authorId}) and listened_at >= ${of('since')}::timestamptz)`,
  },
};

/**
 * Array of the members whose open pages a comment refreshes: `authors`, and those who commented
 * since they were listed.
 */
export const refreshedMembers = sql`array(
  select unnest(${of('authors')}::bigint[])
  union select author_id from ${comments}
    where ${isNamedBelow} and position > ${of('lastPosition')} and author_id <> ${of('memberId')})`;

/**
 * Inserts one notification for each reachable member of `noticeTo`, in the order of their ids: part of a
 * prepared statement that writes the comment in its CTE `written`.
 */
export function insertCommentNotifications(db: Db): SQL {
  const reach = { wanting: of('noticeType'), withoutBlockWith: of('memberId') };
  return sql`insert into ${notifications}
      (member_id, type, sub_type, content, target_url, post_id, comment_id, cause, created_at)
    select ${members.id}, ${of('noticeType')}, ${of('noticeSubType')}, ${of('noticeContent')}, ${of('noticeUrl')},
      ${of('postId')}::bigint, ${of('id')}::bigint, ${of('noticeCause')}::jsonb, ${of('createdAt')}::timestamptz
    from written, ${members}
    where ${members.id} = any(${of('noticeTo')}::bigint[]) and ${isReachable(db, reach)}
    order by ${members.id}`;
}

/** The new notifications of a comment to members with open pages, with their unread numbers. */
export function prepareListNewNotices(db: Db) {
  const listening = db
    .select({ memberId: eventStreams.memberId })
    .from(eventStreams)
    .where(
      sql`${eventStreams.memberId} = any(${of('memberIds')}::bigint[]) and ${eventStreams.listenedAt} is not null`,
    );
  const query = db
    .select(toldColumns)
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
