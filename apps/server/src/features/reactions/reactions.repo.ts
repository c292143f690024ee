import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { postLikes, postScraps, posts } from '../../db/schema/index.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../domain/access/room-access.ts';
import { isLivePost } from '../../domain/posts/post.sql.ts';

/** Locks a live post until the transaction ends, so that its counters stay exact. */
export async function lockPost(db: Executor, viewer: RoomViewer, postId: number) {
  const [row] = await db
    .select({ authorId: posts.authorId, likeCount: posts.likeCount, access: roomAccess(viewer) })
    .from(posts)
    .where(isLivePost(postId))
    .for('no key update');
  return row ?? null;
}

export async function insertLike(db: Executor, like: typeof postLikes.$inferInsert) {
  const { rowCount } = await db.insert(postLikes).values(like).onConflictDoNothing();
  return rowCount === 1;
}

/** Changes the counters of a locked post; likes by its author are also counted separately. */
export async function addToLikes(db: Executor, postId: number, step: { all: number; own: number }) {
  await db
    .update(posts)
    .set({
      likeCount: sql`${posts.likeCount} + ${step.all}::integer`,
      selfLikeCount: sql`${posts.selfLikeCount} + ${step.own}::integer`,
    })
    .where(eq(posts.id, postId));
}

export async function findAccess(db: Executor, viewer: RoomViewer, postId: number) {
  const [row] = await db
    .select({ access: roomAccess(viewer) })
    .from(posts)
    .where(isLivePost(postId));
  return row ?? null;
}

export async function insertScrap(db: Executor, scrap: typeof postScraps.$inferInsert) {
  await db.insert(postScraps).values(scrap).onConflictDoNothing();
}

export const deleteLike = deleteFrom(postLikes);
export const deleteScrap = deleteFrom(postScraps);

function deleteFrom(table: typeof postLikes | typeof postScraps) {
  return async (db: Executor, postId: number, memberId: number): Promise<boolean> => {
    const { rowCount } = await db
      .delete(table)
      .where(and(eq(table.postId, postId), eq(table.memberId, memberId)));
    return rowCount === 1;
  };
}
