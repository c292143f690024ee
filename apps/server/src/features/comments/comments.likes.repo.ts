import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { commentLikes, comments, posts } from '../../db/schema/index.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../domain/access/room-access.ts';

/** Null unless the comment and its post are live. */
export async function findLikeTarget(db: Executor, viewer: RoomViewer, id: number) {
  const [row] = await db
    .select({ likeCount: comments.likeCount, access: roomAccess(viewer) })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(and(eq(comments.id, id), isNull(comments.deletedAt), isNull(posts.deletedAt)));
  return row ?? null;
}

export async function insertLike(
  db: Executor,
  values: { commentId: number; memberId: number; createdAt: Date },
) {
  const { rowCount } = await db.insert(commentLikes).values(values).onConflictDoNothing();
  return rowCount === 1;
}

export async function deleteLike(db: Executor, like: { commentId: number; memberId: number }) {
  const { rowCount } = await db
    .delete(commentLikes)
    .where(
      and(eq(commentLikes.commentId, like.commentId), eq(commentLikes.memberId, like.memberId)),
    );
  return rowCount === 1;
}

/** Returns the new count. */
export async function addToLikeCount(db: Executor, id: number, by: 1 | -1) {
  const [row] = await db
    .update(comments)
    .set({ likeCount: sql`${comments.likeCount} + ${by}` })
    .where(eq(comments.id, id))
    .returning({ likeCount: comments.likeCount });
  return row?.likeCount ?? 0;
}
