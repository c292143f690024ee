import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepareSql, type Statement, statement } from '../../db/pipeline.ts';
import { commentLikes, comments, posts } from '../../db/schema/index.ts';
import { roomAccess, viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../domain/access/room-access.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';

const of = sql.placeholder;
type Notifications = Pick<NotificationsService, 'likedPostColumns' | 'likesTold'>;

/** Locks a live comment of a live post until the transaction ends, so that its likes stay as they are. */
export function prepareLockComment(db: Db, { likedPostColumns }: Notifications) {
  const query = db
    .select({
      likeCount: comments.likeCount,
      authorId: comments.authorId,
      access: roomAccess(viewerPlaceholders),
      post: likedPostColumns,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(and(eq(comments.id, of('commentId')), isNull(comments.deletedAt), isLive))
    .for('no key update', { of: comments })
    .prepare('lock_liked_comment');
  return <T>(
    viewer: RoomViewer,
    commentId: number,
    read: (row: Awaited<ReturnType<typeof query.execute>>[number] | null) => T,
  ): Statement<T> => statement(query, { ...viewer, commentId }, ([row]) => read(row ?? null));
}

/** Whether the member likes the comment, and what notifications need. Needs the comment's lock. */
export function prepareReadCommentLike(db: Db, { likesTold }: Notifications) {
  const isOwn = sql`member_id = ${of('memberId')}`;
  const query = db
    .select({
      isLiked: sql<boolean>`exists (select 1 from ${commentLikes} where comment_id = ${comments.id} and ${isOwn})`,
      /** Likes by others than the author and the member. */
      others: sql<number>`(select count(*) from ${commentLikes}
        where comment_id = ${comments.id} and not ${isOwn} and member_id is distinct from ${comments.authorId})`,
      told: likesTold,
    })
    .from(comments)
    .where(eq(comments.id, of('commentId')))
    .prepare('read_comment_like');
  return (values: { commentId: number; memberId: number; likeKey: string; now: Date }) =>
    statement(query, values, ([row]) => row ?? { isLiked: false, others: 0, told: 0 });
}

interface Step {
  commentId: number;
  memberId: number;
}

/** Both change the counter of a locked comment and return it; the member did not like it before. */
export function prepareInsertCommentLike(db: Db) {
  const query = prepareSql<{ likeCount: number }>(
    db,
    'insert_comment_like',
    sql`with liked as (
      insert into ${commentLikes} (comment_id, member_id, created_at)
      values (${of('commentId')}::bigint, ${of('memberId')}::bigint, ${of('createdAt')}::timestamptz)
    ) ${countedBy(sql`+`)}`,
  );
  return (step: Step, createdAt: Date) =>
    statement(query, { ...step, createdAt }, ({ rows }) => rows[0]?.likeCount ?? 0);
}

export function prepareDeleteCommentLike(db: Db) {
  const query = prepareSql<{ likeCount: number }>(
    db,
    'delete_comment_like',
    sql`with unliked as (
      delete from ${commentLikes} where comment_id = ${of('commentId')} and member_id = ${of('memberId')}
    ) ${countedBy(sql`-`)}`,
  );
  return (step: Step) => statement(query, { ...step }, ({ rows }) => rows[0]?.likeCount ?? 0);
}

function countedBy(sign: SQL): SQL {
  return sql`update ${comments} set like_count = like_count ${sign} 1
    where id = ${of('commentId')} returning like_count as "likeCount"`;
}
