import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepare, type Statement } from '../../db/fast/fast.ts';
import { commentLikes, comments, posts } from '../../db/schema/index.ts';
import { roomAccess, viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../domain/access/room-access.ts';
import type { MarkOwner } from '../../domain/authorship/author.ts';
import {
  deleteLikes,
  insertSealedLike,
  isLikedBy,
  likesGone,
} from '../../domain/marks/marks.sql.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';

const of = sql.placeholder;
const member = { memberId: of('memberId'), markKey: of('markKey') };
type Notifications = Pick<NotificationsService, 'likedPostColumns' | 'recentLikes'>;

/** Locks a live comment of a live post until the transaction ends, so that its likes stay as they are. */
export function prepareLockComment(db: Db, { likedPostColumns }: Notifications) {
  const select = db
    .select({
      likeCount: comments.likeCount,
      authorId: comments.authorId,
      isBlinded: sql<boolean>`${comments.blindedAt} is not null`,
      access: roomAccess(viewerPlaceholders),
      post: likedPostColumns,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(and(eq(comments.id, of('commentId')), isNull(comments.deletedAt), isLive))
    .for('no key update', { of: comments });
  const query = prepare(db, 'lock_liked_comment', select);
  return <T>(
    viewer: RoomViewer,
    commentId: number,
    read: (row: Awaited<typeof select>[number] | null) => T,
  ): Statement<T> => query({ ...viewer, commentId }, ([row]) => read(row ?? null));
}

/** Whether the member likes the comment, and what notifications need. Needs the comment's lock. */
export function prepareReadCommentLike(db: Db, { recentLikes }: Notifications) {
  const select = db
    .select({
      isLiked: isLikedBy('comment like', member),
      /** Likes by others than the author and the member, of a comment with a name. */
      others: sql<number>`(select count(*) from ${commentLikes} where comment_id = ${comments.id}
        and member_id <> ${of('memberId')} and member_id is distinct from ${comments.authorId})`,
      recent: recentLikes,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(eq(comments.id, of('commentId')));
  const query = prepare(db, 'read_comment_like', select);
  return (values: Step & { likeKey: string; now: Date }) =>
    query({ ...values }, ([row]) => row ?? { isLiked: false, others: 0, recent: 0 });
}

type Step = MarkOwner<number, Buffer> & { commentId: number };

/** Both change the counter of a locked comment and return it; the member did not like it before. */
export function prepareInsertCommentLike(db: Db) {
  const query = prepare<{ likeCount: number }>(
    db,
    'insert_comment_like',
    sql`with liked as (
      insert into ${commentLikes} (comment_id, member_id, created_at)
      values (${of('commentId')}::bigint, ${of('memberId')}::bigint, ${of('createdAt')}::timestamptz)
    ) update ${comments} set like_count = like_count + 1
      where id = ${of('commentId')} returning like_count as "likeCount"`,
  );
  return (step: Step, createdAt: Date) =>
    query({ ...step, createdAt }, (rows) => rows[0]?.likeCount ?? 0);
}

/** The same below an anonymous post, where likes are sealed. */
export function prepareInsertSealedCommentLike(db: Db) {
  const like = { item: of('commentId'), at: of('createdAt'), owner: member };
  const query = prepare<{ likeCount: number }>(
    db,
    'insert_sealed_comment_like',
    sql`with ${insertSealedLike('comment like', like)}
      update ${comments} set like_count = like_count + 1
      where id = ${of('commentId')} returning like_count as "likeCount"`,
  );
  return (step: Step, createdAt: Date) =>
    query({ ...step, createdAt }, (rows) => rows[0]?.likeCount ?? 0);
}

export function prepareDeleteCommentLike(db: Db) {
  const query = prepare<{ likeCount: number }>(
    db,
    'delete_comment_like',
    sql`with ${deleteLikes('comment like', of('commentId'), member)}
      update ${comments} set like_count = like_count - ${likesGone}
      where id = ${of('commentId')} returning like_count as "likeCount"`,
  );
  return (step: Step) => query({ ...step }, (rows) => rows[0]?.likeCount ?? 0);
}
