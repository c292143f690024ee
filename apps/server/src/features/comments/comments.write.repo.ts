import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { anonymousNumbers, comments, posts } from '../../db/schema/index.ts';
import type { Readable } from '../../domain/access/room-access.ts';
import { hasAuthor } from '../../domain/authorship/author.sql.ts';
import type { StoredAuthor } from '../../domain/authorship/author.ts';
import type { EditableComment, RemovableComment } from './comments.policy.ts';

/**
 * Raises the counter of a live post, which locks its row until the transaction ends: the post cannot be
 * deleted meanwhile, and positions and anonymous numbers are assigned one after the other. Null for a
 * deleted post.
 */
export async function lockAndCount(db: Executor, postId: number) {
  const [row] = await db
    .update(posts)
    .set({ commentCount: sql`${posts.commentCount} + 1` })
    .where(and(eq(posts.id, postId), isNull(posts.deletedAt)))
    .returning({ commentCount: posts.commentCount, authorSeal: posts.authorSeal });
  return row ?? null;
}

/** Lowers the counter of a live post and clears the comment as its accepted answer. Null for a deleted post. */
export async function lockAndUncount(db: Executor, postId: number, commentId: number) {
  const [row] = await db
    .update(posts)
    .set({
      commentCount: sql`${posts.commentCount} - 1`,
      acceptedCommentId: sql`nullif(${posts.acceptedCommentId}, ${commentId})`,
    })
    .where(and(eq(posts.id, postId), isNull(posts.deletedAt)))
    .returning({ commentCount: posts.commentCount });
  return row ?? null;
}

/** False unless `parentId` is a live top-level comment of the post. */
export async function countReply(
  db: Executor,
  { postId, parentId }: { postId: number; parentId: number },
) {
  const { rowCount } = await db
    .update(comments)
    .set({ replyCount: sql`${comments.replyCount} + 1` })
    .where(
      and(
        eq(comments.id, parentId),
        eq(comments.postId, postId),
        isNull(comments.parentId),
        isNull(comments.deletedAt),
      ),
    );
  return rowCount === 1;
}

export async function uncountReply(db: Executor, parentId: number) {
  await db
    .update(comments)
    .set({ replyCount: sql`${comments.replyCount} - 1` })
    .where(eq(comments.id, parentId));
}

/** Assigns the author the thread's next number, unless it has one. Needs the post's lock. */
export async function assignAnonymousNumber(db: Executor, postId: number, authorSeal: Buffer) {
  const next = sql<number>`(select coalesce(max(${anonymousNumbers.number}), 0) + 1 from ${anonymousNumbers} where ${anonymousNumbers.postId} = ${postId})`;
  await db
    .insert(anonymousNumbers)
    .values({ postId, authorSeal, number: next })
    .onConflictDoNothing({ target: [anonymousNumbers.postId, anonymousNumbers.authorSeal] });
}

/** `id` is set on anonymous posts only. Needs the post's lock. */
export async function insertComment(
  db: Executor,
  thread: Readable<{ id: number }>,
  values: {
    id: number | undefined;
    parentId: number | null;
    replyToId: number | null;
    content: string;
    createdAt: Date;
  } & StoredAuthor,
) {
  const { id, ...rest } = { ...values, postId: thread.id };
  const [row] = await db
    .insert(comments)
    .values(id === undefined ? rest : { id, ...rest })
    .returning({ id: comments.id });
  if (row === undefined) throw new Error('the comment was not inserted');
  return row.id;
}

/** Finds the author's newest comment with the same parent since `since`, if its text is the same (double submit). */
export async function findDuplicate(
  db: Executor,
  target: {
    postId: number;
    parentId: number | null;
    replyToId: number | null;
    content: string;
    since: Date;
  } & StoredAuthor,
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

/** False for a deleted comment. */
export function updateContent(
  db: Executor,
  { id }: EditableComment,
  values: { content: string; editedAt: Date },
) {
  return updateLive(db, id, values);
}

/** False for a comment that is deleted already. */
export function markDeleted(
  db: Executor,
  { id }: RemovableComment,
  values: { deletedAt: Date; deletedBy: number | null },
) {
  return updateLive(db, id, values);
}

async function updateLive(db: Executor, id: number, values: Partial<typeof comments.$inferInsert>) {
  const { rowCount } = await db
    .update(comments)
    .set(values)
    .where(and(eq(comments.id, id), isNull(comments.deletedAt)));
  return rowCount === 1;
}
