import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { postLikes, postScraps, posts } from '../../db/schema/index.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomAccess, RoomViewer } from '../../domain/access/room-access.ts';

/** A live post whose row is locked until the transaction ends, so that its counters stay exact. */
export interface LikeTarget {
  authorId: number | null;
  likeCount: number;
  access: RoomAccess;
}

export async function lockPost(
  db: Executor,
  viewer: RoomViewer,
  postId: number,
): Promise<LikeTarget | null> {
  const [row] = await db
    .select({ authorId: posts.authorId, likeCount: posts.likeCount, access: roomAccess(viewer) })
    .from(posts)
    .where(isLive(postId))
    .for('no key update');
  return row ?? null;
}

/** False when the member likes it already. */
export async function insertLike(
  db: Executor,
  like: typeof postLikes.$inferInsert,
): Promise<boolean> {
  const rows = await db
    .insert(postLikes)
    .values(like)
    .onConflictDoNothing()
    .returning({ postId: postLikes.postId });
  return rows.length > 0;
}

/** False when there was none. */
export async function deleteLike(db: Executor, postId: number, memberId: number): Promise<boolean> {
  const rows = await db
    .delete(postLikes)
    .where(and(eq(postLikes.postId, postId), eq(postLikes.memberId, memberId)))
    .returning({ postId: postLikes.postId });
  return rows.length > 0;
}

/** Moves the counters of a locked post; likes by its author are also counted apart. */
export async function addToLikes(
  db: Executor,
  postId: number,
  step: { all: number; own: number },
): Promise<void> {
  await db
    .update(posts)
    .set({
      likeCount: sql`${posts.likeCount} + ${step.all}::integer`,
      selfLikeCount: sql`${posts.selfLikeCount} + ${step.own}::integer`,
    })
    .where(eq(posts.id, postId));
}

/** What the viewer may see of a live post; null when there is none. */
export async function findAccess(
  db: Executor,
  viewer: RoomViewer,
  postId: number,
): Promise<{ access: RoomAccess } | null> {
  const [row] = await db
    .select({ access: roomAccess(viewer) })
    .from(posts)
    .where(isLive(postId));
  return row ?? null;
}

export async function insertScrap(
  db: Executor,
  scrap: typeof postScraps.$inferInsert,
): Promise<void> {
  await db.insert(postScraps).values(scrap).onConflictDoNothing();
}

/** False when there was none. */
export async function deleteScrap(
  db: Executor,
  postId: number,
  memberId: number,
): Promise<boolean> {
  const rows = await db
    .delete(postScraps)
    .where(and(eq(postScraps.postId, postId), eq(postScraps.memberId, memberId)))
    .returning({ postId: postScraps.postId });
  return rows.length > 0;
}

function isLive(postId: number) {
  return and(eq(posts.id, postId), isNull(posts.deletedAt));
}
