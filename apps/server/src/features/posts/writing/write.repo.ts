import { isLectureBoard } from '@naru/contract/boards';
import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { comments, posts } from '../../../db/schema/index.ts';
import type { Authorised } from '../../../domain/access/authorised.ts';
import { isOwnRoom, roomAccess } from '../../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../../domain/access/room-access.ts';
import { hasAuthor, writtenBy } from '../../../domain/authorship/author.sql.ts';
import type { KnownAuthor } from '../../../domain/authorship/author.ts';
import { anonymityError } from '../../../domain/posts/anonymity.ts';
import { unblind } from '../../../domain/posts/blinds.repo.ts';
import { isLivePost } from '../../../domain/posts/post.sql.ts';
import { addToBoardCounter, type NewPost } from '../../../domain/posts/store.repo.ts';
import { AppError } from '../../../platform/errors.ts';

export async function findPostHead(db: Executor, viewer: RoomViewer<number | boolean>, id: number) {
  const [row] = await db
    .select({
      id: posts.id,
      boardType: posts.boardType,
      isAnonymous: posts.anonymous,
      /** Null outside lecture rooms. */
      lectureId: posts.lectureId,
      access: roomAccess(viewer),
      isOwnRoom: isOwnRoom(viewer),
      authorId: posts.authorId,
      authorSeal: posts.authorSeal,
      isBlinded: sql<boolean>`${posts.blindedAt} is not null`,
    })
    .from(posts)
    .where(isLivePost(id));
  return row ?? null;
}

/** What the policies need to know of a post. */
export type PostHead = NonNullable<Awaited<ReturnType<typeof findPostHead>>>;

/** Serialises a member's new posts until the transaction ends, so that a double submit finds the first. */
export async function lockWriter(db: Executor, memberId: number) {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`post of ${memberId}`}, 0))`,
  );
}

interface Sent {
  self: KnownAuthor;
  /** Since when the same text is a double submit. */
  since: Date;
  /** Since when the same text with the other anonymity is refused. */
  sameTextSince: Date;
}

/**
 * Finds the post that was sent before: under the same client id, even if deleted since, or the same text
 * since `since` (double submit). Throws VALIDATION_FAILED for the same text that stands with the other
 * anonymity: together they would show who wrote the anonymous one.
 */
export async function findDuplicate(db: Executor, post: NewPost, sent: Sent) {
  return (await findByClientId(db, post)) ?? findSameText(db, post, sent);
}

async function findByClientId(db: Executor, post: NewPost) {
  if (post.clientId == null) return null;
  const [row] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(hasAuthor(posts, post), eq(posts.clientId, post.clientId)));
  return row?.id ?? null;
}

async function findSameText(db: Executor, post: NewPost, { self, since, sameTextSince }: Sent) {
  const isAnonymous = post.anonymous === true;
  const rows = await db
    .select({ id: posts.id, isAnonymous: posts.anonymous, createdAt: posts.createdAt })
    .from(posts)
    .where(
      and(
        writtenBy(posts, self),
        gte(posts.createdAt, sameTextSince),
        isNull(posts.deletedAt),
        eq(posts.boardType, post.boardType),
        post.lectureId == null ? isNull(posts.lectureId) : eq(posts.lectureId, post.lectureId),
        eq(posts.title, post.title),
        eq(posts.content, post.content),
      ),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id));
  if (rows.some((row) => row.isAnonymous !== isAnonymous)) {
    throw anonymityError({ isAnonymous });
  }
  return rows.find((row) => row.createdAt >= since)?.id ?? null;
}

/**
 * A blinded post gets its text back. `deletedBy` is null for anonymous authors. False for a post that
 * is deleted already.
 */
export async function softDeletePost(
  db: Executor,
  head: Authorised<'moderate', PostHead>,
  values: { deletedAt: Date; deletedBy: number | null },
) {
  const { rowCount } = await db.update(posts).set(values).where(isLivePost(head.id));
  if (rowCount === 0) return false;
  await unblind(db, { type: 'POST', id: head.id });
  if (!isLectureBoard(head.boardType)) await addToBoardCounter(db, head.boardType, -1);
  return true;
}

/**
 * Locks a live post until the transaction ends, so that neither it nor its comments can be deleted.
 * Returns the pictures of its text. Throws POST_NOT_FOUND.
 */
export async function lockPost(db: Executor, id: number) {
  const [row] = await db
    .select({ imageUrls: posts.imageUrls })
    .from(posts)
    .where(isLivePost(id))
    .for('no key update');
  if (row === undefined) throw new AppError('POST_NOT_FOUND');
  return row;
}

/**
 * Needs `lockPost`: a statement that waits for the row lock itself would see an outdated comment.
 * False unless the comment is a live top-level comment of this post.
 */
export async function setAcceptedComment(
  db: Executor,
  { id }: Authorised<'moderate', PostHead>,
  commentId: number | null,
) {
  const isLiveComment = sql`exists (select 1 from ${comments} where ${comments.id} = ${commentId} and ${comments.postId} = ${posts.id} and ${comments.parentId} is null and ${comments.deletedAt} is null)`;
  const { rowCount } = await db
    .update(posts)
    .set({ acceptedCommentId: commentId })
    .where(and(eq(posts.id, id), commentId === null ? undefined : isLiveComment));
  return rowCount === 1;
}
