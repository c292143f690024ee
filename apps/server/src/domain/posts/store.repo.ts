import { type BoardType, isLectureBoard } from '@naru/contract/boards';
import { and, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { boardCounters, posts } from '../../db/schema/index.ts';
import type { StoredAuthor } from '../authorship/author.ts';
import { isLivePost } from './post.sql.ts';
import type { ChangeablePost } from './writing.ts';

export type NewPost = typeof posts.$inferInsert & StoredAuthor;

/** Inserts the post and raises the board's counter; null when its random id is taken. */
export async function insertPost(db: Executor, post: NewPost) {
  const [row] = await db
    .insert(posts)
    .values(post)
    .onConflictDoNothing()
    .returning({ id: posts.id });
  if (row === undefined) return null;
  if (!isLectureBoard(post.boardType)) await addToBoardCounter(db, post.boardType, 1);
  return row.id;
}

/** False for a deleted and for a blinded post. */
export async function updatePost(db: Executor, { id }: ChangeablePost, change: Partial<NewPost>) {
  const isOpen = and(isLivePost(id), isNull(posts.blindedAt));
  const { rowCount } = await db.update(posts).set(change).where(isOpen);
  return rowCount === 1;
}

/** Changes the number of posts of a board by one. */
export async function addToBoardCounter(db: Executor, boardType: BoardType, step: 1 | -1) {
  await db
    .insert(boardCounters)
    .values({ boardType, postCount: Math.max(step, 0) })
    .onConflictDoUpdate({
      target: boardCounters.boardType,
      set: { postCount: sql`greatest(${boardCounters.postCount} + ${step}::integer, 0)` },
    });
}
