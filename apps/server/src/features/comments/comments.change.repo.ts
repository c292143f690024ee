import { and, desc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { comments, posts } from '../../db/schema/index.ts';
import { hasAuthor } from '../../domain/authorship/author.sql.ts';
import type { StoredAuthor } from '../../domain/authorship/author.ts';
import { unblind } from '../../domain/posts/blinds.repo.ts';
import { isLivePost } from '../../domain/posts/post.sql.ts';
import type { EditableComment, RemovableComment } from './comments.policy.ts';

/** Locks a live post until the transaction ends; false for a deleted one. */
export async function lockLivePost(db: Executor, postId: number): Promise<boolean> {
  const rows = await db
    .select({ id: posts.id })
    .from(posts)
    .where(isLivePost(postId))
    .for('no key update');
  return rows.length > 0;
}

/** Lowers the counter of a locked post and clears the comment as its accepted answer. */
export async function uncount(db: Executor, postId: number, commentId: number): Promise<number> {
  const [row] = await db
    .update(posts)
    .set({
      commentCount: sql`${posts.commentCount} - 1`,
      acceptedCommentId: sql`nullif(${posts.acceptedCommentId}, ${commentId})`,
    })
    .where(eq(posts.id, postId))
    .returning({ commentCount: posts.commentCount });
  if (row === undefined) throw new Error('the locked post is gone');
  return row.commentCount;
}

export async function uncountReply(db: Executor, parentId: number) {
  await db
    .update(comments)
    .set({ replyCount: sql`${comments.replyCount} - 1` })
    .where(eq(comments.id, parentId));
}

/** Finds the author's comment under the same client id, even if deleted since. */
export async function findByClientId(
  db: Executor,
  target: Pick<typeof comments.$inferSelect, 'postId' | 'clientId'> & StoredAuthor,
) {
  if (target.clientId === null) return null;
  const [row] = await db
    .select({ id: comments.id, commentCount: posts.commentCount })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(
      and(
        eq(comments.postId, target.postId),
        hasAuthor(comments, target),
        eq(comments.clientId, target.clientId),
      ),
    );
  return row ?? null;
}

/** Finds the author's newest comment with the same parent since `since`, if its text is the same. */
export async function findDuplicate(
  db: Executor,
  target: Pick<typeof comments.$inferSelect, 'postId' | 'parentId' | 'replyToId' | 'content'> &
    StoredAuthor & { since: Date },
) {
  const [row] = await db
    .select({ id: comments.id, content: comments.content, commentCount: posts.commentCount })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(
      and(
        eq(comments.postId, target.postId),
        same(comments.parentId, target.parentId),
        same(comments.replyToId, target.replyToId),
        hasAuthor(comments, target),
        isNull(comments.deletedAt),
        gte(comments.createdAt, target.since),
      ),
    )
    .orderBy(desc(comments.position))
    .limit(1);
  return row !== undefined && row.content === target.content ? row : null;
}

function same(column: typeof comments.parentId | typeof comments.replyToId, id: number | null) {
  return id === null ? isNull(column) : eq(column, id);
}

/** False for a deleted and for a blinded comment. */
export function updateContent(
  db: Executor,
  { id }: EditableComment,
  values: Pick<typeof comments.$inferInsert, 'content' | 'mentions' | 'editedAt'>,
) {
  return updateLive(db, id, values, isNull(comments.blindedAt));
}

/** A blinded comment gets its text back. False for a deleted one. */
export async function markDeleted(
  db: Executor,
  { id }: RemovableComment,
  values: { deletedAt: Date; deletedBy: number | null },
) {
  const isMarked = await updateLive(db, id, values);
  if (isMarked) await unblind(db, { type: 'COMMENT', id });
  return isMarked;
}

async function updateLive(
  db: Executor,
  id: number,
  values: Partial<typeof comments.$inferInsert>,
  condition?: SQL,
) {
  const { rowCount } = await db
    .update(comments)
    .set(values)
    .where(and(eq(comments.id, id), isNull(comments.deletedAt), condition));
  return rowCount === 1;
}
