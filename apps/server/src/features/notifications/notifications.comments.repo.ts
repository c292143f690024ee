import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepare, type ValueOf } from '../../db/fast/fast.ts';
import { hidden } from '../../db/hidden.ts';
import { comments, eventStreams, members, notifications, posts } from '../../db/schema/index.ts';
import { isReachable, joinGroup, notifiedColumns } from './notifications.repo.ts';
import { AUTHORS_MAX, postColumns } from './notifications.sources.repo.ts';

const isNamedBelow = (postId: unknown) =>
  sql`post_id = ${postId} and deleted_at is null and author_id is not null`;
const numbers = (ids: string[]) => ids.map(Number);

/**
 * Columns that a comment's notifications need, for the prepared statement that reads the post before the
 * comment is written. Author ids are those of named authors.
 */
export function newCommentColumns(of: ValueOf) {
  const answered = sql`array(select author_id from ${comments}
    where id in (${of('parentId')}, ${of('replyToId')}) and ${isNamedBelow(of('postId'))})`;
  return {
    post: postColumns(of('memberId')),
    thread: {
      /** Authors of the parent comment and of the reply that the comment answers. */
      answered: answered.mapWith(numbers),
      /** Authors of comments below the post, latest first. */
      authors: sql`array(select author_id from ${comments} where ${isNamedBelow(of('postId'))}
          group by author_id order by max(position) desc limit ${sql.raw(String(AUTHORS_MAX))})`.mapWith(
        numbers,
      ),
      /** Position of the newest comment that `authors` includes. */
      lastPosition: sql<number>`(select coalesce(max(position), 0) from ${comments} where post_id = ${of('postId')})`,
      /** Whether a member whom the comment may notify seems to have an open page. */
      hasListeners: sql<boolean>`exists (select 1 from ${eventStreams}
        where member_id = any(${answered} || ${posts.authorId}) and listened_at >= ${sql.placeholder('since')}::timestamptz)`,
    },
  };
}

/** Array of the authors of comments below a post after a position, except one member. */
export const authorsSince = (postId: unknown, position: unknown, memberId: unknown) =>
  sql`select author_id from ${comments}
    where ${isNamedBelow(postId)} and position > ${position} and author_id <> ${memberId}`;

const of = sql.placeholder;
const listOf = (name: string, type: 'bigint' | 'integer') =>
  hidden(sql`${of(name)}::${sql.raw(type)}[]`);

/**
 * Array of the members whose open pages the comments refresh: `authors`, and the authors of comments below
 * `postIds` after `lastPositions`, that is since `authors` was read; without the author of each comment
 * itself.
 */
export const refreshedMembers = sql`array(
  select unnest(${listOf('authors', 'bigint')})
  union select author.author_id
    from unnest(${listOf('postIds', 'bigint')}, ${listOf('lastPositions', 'integer')}, ${listOf('actorIds', 'bigint')})
      as written (post_id, last_position, actor_id)
    cross join lateral (${authorsSince(sql`written.post_id`, sql`written.last_position`, sql`written.actor_id`)}) as author)`;

/**
 * Part of the prepared statement that writes the comments (rows `written`). Inserts a notification for each
 * reachable member of `noticeTo`, or adds it to the member's unread one of the group, in the order of members
 * and groups. A group's row leads to its latest comment.
 */
export function insertCommentNotifications(db: Db, of: ValueOf, written: SQL): SQL {
  const reach = { wanting: of('noticeType'), actorId: of('memberId') };
  return sql`insert into ${notifications}
      (member_id, type, sub_type, content, target_url, post_id, comment_id, cause, group_key, created_at, count, causes)
    select distinct on (member_id, group_key) member_id, type, sub_type, content, target_url, post_id, comment_id,
      cause, group_key, created_at, count(*) over (partition by member_id, group_key),
      array_agg(comment_id) over (partition by member_id, group_key)
    from (
      select ${members.id} as member_id, ${of('noticeType')}::text as type, ${of('noticeSubType')}::text as sub_type,
        ${of('noticeContent')}::text as content, ${of('noticeUrl')}::text as target_url,
        ${of('postId')}::bigint as post_id, ${of('id')}::bigint as comment_id, ${of('noticeCause')}::jsonb as cause,
        ${of('noticeGroup')}::text as group_key, ${of('createdAt')}::timestamptz as created_at, position
      from ${written}, ${members}
      where ${members.id} = any(${of('noticeTo')}::bigint[]) and ${isReachable(db, reach)}
    ) as reached
    order by member_id, group_key, position desc
    on conflict (member_id, group_key) where read_at is null and group_key is not null
    ${joinGroup}`;
}

/** The same for members whom a comment mentions, in the order of their ids. */
export function prepareInsertMentions(db: Db) {
  const query = prepare(
    db,
    'insert_mentions',
    sql`insert into ${notifications}
        (member_id, type, sub_type, content, target_url, post_id, comment_id, causes, cause, group_key, created_at)
      select member_id, ${of('type')}, ${of('subType')}, ${of('content')}, ${of('url')}, ${of('postId')}::bigint,
        ${of('commentId')}::bigint, array[${of('commentId')}]::bigint[], ${of('cause')}::jsonb, ${of('groupKey')},
        ${of('createdAt')}::timestamptz
      from unnest(${of('memberIds')}::bigint[]) as mentioned (member_id) order by member_id
      on conflict (member_id, group_key) where read_at is null and group_key is not null
      ${joinGroup}`,
  );
  return (values: Record<string, unknown>) => query(values, () => undefined);
}

/** The new notifications of comments to members with open pages, with their unread numbers. */
export function prepareListNewNotices(db: Db) {
  const listening = db
    .select({ memberId: eventStreams.memberId })
    .from(eventStreams)
    .where(
      sql`${eventStreams.memberId} = any(${of('memberIds')}::bigint[]) and ${eventStreams.listenedAt} is not null`,
    );
  const select = db
    .select(notifiedColumns)
    .from(notifications)
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .leftJoin(comments, eq(comments.id, notifications.commentId))
    .where(
      and(
        inArray(notifications.memberId, listening),
        sql`${notifications.postId} = any(${of('postIds')}::bigint[])`,
        sql`${notifications.commentId} = any(${of('commentIds')}::bigint[])`,
        isNull(notifications.readAt),
      ),
    );
  const query = prepare(db, 'list_new_notices', select);
  return (what: Record<'memberIds' | 'postIds' | 'commentIds', readonly number[]>) => query(what);
}
