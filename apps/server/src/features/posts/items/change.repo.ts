import { isLectureBoard } from '@naru/contract/boards';
import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { comments, petitions, posts } from '../../../db/schema/index.ts';
import type { Authorised } from '../../../domain/access/authorised.ts';
import { isOwnRoom, roomAccess } from '../../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../../domain/access/room-access.ts';
import { isUnanswered } from '../../../domain/petitions/petitions.sql.ts';
import { unblind } from '../../../domain/posts/blinds.repo.ts';
import { findImages } from '../../../domain/posts/html.ts';
import { isListed, isLivePost } from '../../../domain/posts/post.sql.ts';
import { addToBoardCounter } from '../../../domain/posts/store.repo.ts';
import type { ChangeablePost, PinnablePost } from '../../../domain/posts/writing.ts';
import { addSeconds } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';

export async function findPostAccess(
  db: Executor,
  viewer: RoomViewer<number | boolean>,
  id: number,
) {
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
      /** A petition that got its signatures and no answer. */
      isUnanswered: sql<boolean>`exists (select from ${petitions} where ${petitions.postId} = ${posts.id} and ${isUnanswered})`,
    })
    .from(posts)
    .where(isLivePost(id));
  return row ?? null;
}

/** The pictures of a post that its text does not show, in their order. */
export async function findOwnPictures(db: Executor, { id }: { id: number }): Promise<string[]> {
  const [row] = await db
    .select({ imageUrls: posts.imageUrls, content: posts.content })
    .from(posts)
    .where(isLivePost(id));
  if (row === undefined) return [];
  const shown = new Set(findImages(row.content));
  return row.imageUrls.filter((url) => !shown.has(url));
}

/** What the policies need to know of a post. */
export type PostAccess = NonNullable<Awaited<ReturnType<typeof findPostAccess>>>;

/**
 * A blinded post gets its text back. `deletedBy` is null for anonymous authors. False for a post that
 * is deleted already.
 */
export async function softDeletePost(
  db: Executor,
  post: Authorised<'moderate', PostAccess>,
  values: { deletedAt: Date; deletedBy: number | null },
) {
  const { rowCount } = await db.update(posts).set(values).where(isLivePost(post.id));
  if (rowCount === 0) return false;
  await unblind(db, { type: 'POST', id: post.id });
  if (!isLectureBoard(post.boardType)) await addToBoardCounter(db, post.boardType, -1);
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
  { id }: Authorised<'moderate', PostAccess>,
  commentId: number | null,
) {
  const isLiveComment = sql`exists (select 1 from ${comments} where ${comments.id} = ${commentId} and ${comments.postId} = ${posts.id} and ${comments.parentId} is null and ${comments.deletedAt} is null)`;
  const { rowCount } = await db
    .update(posts)
    .set({ acceptedCommentId: commentId })
    .where(and(eq(posts.id, id), commentId === null ? undefined : isLiveComment));
  return rowCount === 1;
}

/**
 * Moves an item to the top unless it was written or moved since `today` began; one dated in the future moves
 * too. Of several calls at once one succeeds. Triggers renew the version of the board and its anchors.
 */
export async function bumpItem(
  db: Executor,
  { id }: ChangeablePost,
  { now, today }: { now: Date; today: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(posts)
    .set({
      createdAt: now,
      registeredAt: sql`coalesce(${posts.registeredAt}, ${posts.createdAt})`,
    })
    .where(
      and(
        eq(posts.id, id),
        isListed,
        sql`${posts.tradeStatus} is distinct from 'SOLD'`,
        or(lt(posts.createdAt, today), gt(posts.createdAt, addSeconds(now, 60))),
      ),
    );
  return rowCount === 1;
}

export async function findTrade(db: Executor, id: number) {
  const [row] = await db
    .select({ tradeStatus: posts.tradeStatus, boardType: posts.boardType })
    .from(posts)
    .where(eq(posts.id, id));
  return row ?? null;
}

/** When the notice is out of date; null: never. */
export async function findExpiry(tx: Executor, { id }: PinnablePost): Promise<Date | null> {
  const [row] = await tx.select({ expiresAt: posts.expiresAt }).from(posts).where(eq(posts.id, id));
  return row?.expiresAt ?? null;
}

/** Ends the pins that are due at `now`; returns how many. */
export async function endPins(db: Executor, now: Date): Promise<number> {
  const { rowCount } = await db
    .update(posts)
    .set({ pinned: false, pinnedUntil: null })
    .where(or(lte(posts.pinnedUntil, now), and(posts.pinned, lte(posts.expiresAt, now))));
  return rowCount ?? 0;
}
