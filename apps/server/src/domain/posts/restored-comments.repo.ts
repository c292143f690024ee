import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { comments, posts } from '../../db/schema/index.ts';

/**
 * Restores the comment and the counters, locking the post first like all writers, and returns the new number of
 * comments; null when it is not removed or its post is, after which the transaction must end.
 */
export async function restoreComment(
  db: Executor,
  { id, postId }: { id: number; postId: number },
): Promise<number | null> {
  const [post] = await db
    .update(posts)
    .set({ commentCount: sql`${posts.commentCount} + 1` })
    .where(and(eq(posts.id, postId), isNull(posts.deletedAt)))
    .returning({ commentCount: posts.commentCount });
  if (post === undefined) return null;
  const [row] = await db
    .update(comments)
    .set({ deletedAt: null, deletedBy: null })
    .where(and(eq(comments.id, id), isNotNull(comments.deletedAt)))
    .returning({ parentId: comments.parentId });
  if (row === undefined) return null;
  if (row.parentId !== null) {
    await db
      .update(comments)
      .set({ replyCount: sql`${comments.replyCount} + 1` })
      .where(eq(comments.id, row.parentId));
  }
  return post.commentCount;
}
