import { type BoardType, isLectureBoard, type PostBoardType } from '@naru/contract/boards';
import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { boardCounters, comments, lectures, posts } from '../../db/schema/index.ts';
import type { Authorised } from '../../domain/access/authorised.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomAccess, RoomViewer } from '../../domain/access/room-access.ts';
import { hasAuthor } from '../../domain/authorship/author.sql.ts';
import type { StoredAuthor } from '../../domain/authorship/author.ts';
import type { ChangeablePost } from '../../domain/posts/writing.ts';

export type NewPost = typeof posts.$inferInsert & StoredAuthor;

type Common =
  | ('id' | 'boardType' | 'lectureId' | 'anonymous' | keyof StoredAuthor)
  | ('title' | 'content' | 'contentText' | 'imageUrls')
  | ('createdAt' | 'updatedAt' | 'deletedAt' | 'deletedBy');

/** What the form of a board adds to a post. */
export type PostExtras = Partial<Omit<NewPost, Common>>;

/** What a rule about a post needs to know of it. */
export interface PostHead extends StoredAuthor {
  id: number;
  boardType: PostBoardType;
  isAnonymous: boolean;
  /** Set on posts of lecture rooms. */
  lectureId: number | null;
  access: RoomAccess;
  /** The viewer is the professor of the post's room. */
  isOwnRoom: boolean;
}

export async function findPostHead(
  db: Executor,
  viewer: RoomViewer<number | boolean>,
  id: number,
): Promise<PostHead | null> {
  const [row] = await db
    .select({
      id: posts.id,
      boardType: posts.boardType,
      isAnonymous: posts.anonymous,
      lectureId: posts.lectureId,
      access: roomAccess(viewer),
      isOwnRoom: sql<boolean>`${sql`exists (select 1 from ${lectures} where ${lectures.id} = ${posts.lectureId} and ${lectures.professorId} = ${viewer.ownerId})`}`,
      authorId: posts.authorId,
      authorSeal: posts.authorSeal,
    })
    .from(posts)
    .where(and(eq(posts.id, id), isNull(posts.deletedAt)));
  return row ?? null;
}

/** One writer at a time per member, so that a double click finds the first post. Ends with the transaction. */
export async function lockWriter(db: Executor, memberId: number): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`post of ${memberId}`}, 0))`,
  );
}

/** Finds the same post sent since `since` (double submit). */
export async function findDuplicate(
  db: Executor,
  post: NewPost,
  since: Date,
): Promise<number | null> {
  const [row] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        hasAuthor(posts, post),
        gte(posts.createdAt, since),
        isNull(posts.deletedAt),
        eq(posts.boardType, post.boardType),
        post.lectureId == null ? isNull(posts.lectureId) : eq(posts.lectureId, post.lectureId),
        eq(posts.title, post.title),
        eq(posts.content, post.content),
      ),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(1);
  return row?.id ?? null;
}

/** Inserts the post and counts it; null when its (random) id is taken. */
export async function insertPost(db: Executor, post: NewPost): Promise<number | null> {
  const [row] = await db
    .insert(posts)
    .values(post)
    .onConflictDoNothing()
    .returning({ id: posts.id });
  if (row === undefined) return null;
  if (!isLectureBoard(post.boardType)) await addToCounter(db, post.boardType, 1);
  return row.id;
}

export type PostChange = Pick<
  NewPost,
  'title' | 'content' | 'contentText' | 'imageUrls' | 'updatedAt'
> &
  PostExtras;

/** False when the post is gone. */
export async function updatePost(
  db: Executor,
  { id }: ChangeablePost,
  change: PostChange,
): Promise<boolean> {
  const rows = await db
    .update(posts)
    .set(change)
    .where(and(eq(posts.id, id), isNull(posts.deletedAt)))
    .returning({ id: posts.id });
  return rows.length > 0;
}

/** Hides the post; `deletedBy` is null when nobody may be named. False when it was gone already. */
export async function softDeletePost(
  db: Executor,
  head: Authorised<'moderate', PostHead>,
  values: { deletedAt: Date; deletedBy: number | null },
): Promise<boolean> {
  const rows = await db
    .update(posts)
    .set(values)
    .where(and(eq(posts.id, head.id), isNull(posts.deletedAt)))
    .returning({ id: posts.id });
  if (rows.length === 0) return false;
  if (!isLectureBoard(head.boardType)) await addToCounter(db, head.boardType, -1);
  return true;
}

/** Holds a live post until the transaction ends: nobody deletes it or a comment of it. False when it is gone. */
export async function lockPost(db: Executor, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.id, id), isNull(posts.deletedAt)))
    .for('no key update');
  return rows.length > 0;
}

/**
 * Needs the post's lock: a statement that waits for it looks at the comments as they were before.
 * False when the comment is not a live top-level one of this post.
 */
export async function setAcceptedComment(
  db: Executor,
  { id }: Authorised<'moderate', PostHead>,
  commentId: number | null,
): Promise<boolean> {
  const isLiveComment = sql`exists (select 1 from ${comments} where ${comments.id} = ${commentId} and ${comments.postId} = ${posts.id} and ${comments.parentId} is null and ${comments.deletedAt} is null)`;
  const rows = await db
    .update(posts)
    .set({ acceptedCommentId: commentId })
    .where(and(eq(posts.id, id), commentId === null ? undefined : isLiveComment))
    .returning({ id: posts.id });
  return rows.length > 0;
}

async function addToCounter(db: Executor, boardType: BoardType, step: 1 | -1): Promise<void> {
  await db
    .insert(boardCounters)
    .values({ boardType, postCount: Math.max(step, 0) })
    .onConflictDoUpdate({
      target: boardCounters.boardType,
      set: { postCount: sql`greatest(${boardCounters.postCount} + ${step}::integer, 0)` },
    });
}
