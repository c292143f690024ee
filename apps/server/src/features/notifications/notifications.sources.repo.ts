import { and, count, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import {
  commentLikes,
  comments,
  lectures,
  members,
  postLikes,
  posts,
} from '../../db/schema/index.ts';
import type { PostRef } from '../../domain/notifications/targets.ts';

/** An author as stored: a member, a sealed one, or neither when the account's traces are erased. */
export interface StoredAuthor {
  authorId: number | null;
  authorSeal: Buffer | null;
}

export interface PostSource extends PostRef {
  isAnonymous: boolean;
  author: StoredAuthor;
  /** Of the member who did something with it; null for who withdrew. */
  actorNickname: string | null;
}

export interface CommentSource {
  id: number;
  post: PostSource;
  author: StoredAuthor;
  isReply: boolean;
  /** Authors of the comment above a reply and of the reply that it answers, as far as there are any. */
  answered: StoredAuthor[];
}

/** Speakers of a thread whose open pages are refreshed; the others see it at the next load. */
const SPEAKERS_MAX = 100;

const parent = alias(comments, 'parent');
const target = alias(comments, 'target');

const postColumns = (actorId: number) => ({
  id: posts.id,
  boardType: posts.boardType,
  isAnonymous: posts.anonymous,
  lectureId: posts.lectureId,
  title: posts.title,
  authorId: posts.authorId,
  authorSeal: posts.authorSeal,
  actorNickname: sql<
    string | null
  >`(select nickname from ${members} where id = ${actorId} and withdrawn_at is null)`,
});

/** A live post, or null. */
export async function findPostSource(
  db: Executor,
  id: number,
  actorId: number,
): Promise<PostSource | null> {
  const [row] = await db
    .select(postColumns(actorId))
    .from(posts)
    .where(and(eq(posts.id, id), isNull(posts.deletedAt)));
  if (row === undefined) return null;
  const { authorId, authorSeal, ...post } = row;
  return { ...post, author: { authorId, authorSeal } };
}

/** A live comment below a live post, with whom it answers; deleted ones are not answered. */
export async function findCommentSource(
  db: Executor,
  id: number,
  actorId: number,
): Promise<CommentSource | null> {
  const [row] = await db
    .select({
      id: comments.id,
      post: postColumns(actorId),
      author: { authorId: comments.authorId, authorSeal: comments.authorSeal },
      isReply: sql<boolean>`${comments.parentId} is not null`,
      parentAuthorId: parent.authorId,
      parentAuthorSeal: parent.authorSeal,
      targetAuthorId: target.authorId,
      targetAuthorSeal: target.authorSeal,
    })
    .from(comments)
    .innerJoin(posts, and(eq(posts.id, comments.postId), isNull(posts.deletedAt)))
    .leftJoin(parent, and(eq(parent.id, comments.parentId), isNull(parent.deletedAt)))
    .leftJoin(target, and(eq(target.id, comments.replyToId), isNull(target.deletedAt)))
    .where(and(eq(comments.id, id), isNull(comments.deletedAt)));
  if (row === undefined) return null;
  const { authorId, authorSeal, ...post } = row.post;
  return {
    id: row.id,
    post: { ...post, author: { authorId, authorSeal } },
    author: row.author,
    isReply: row.isReply,
    answered: [
      { authorId: row.parentAuthorId, authorSeal: row.parentAuthorSeal },
      { authorId: row.targetAuthorId, authorSeal: row.targetAuthorSeal },
    ],
  };
}

/** Everybody who speaks below the post, the latest first. */
export async function listSpeakers(db: Executor, postId: number): Promise<StoredAuthor[]> {
  return db
    .select({ authorId: comments.authorId, authorSeal: comments.authorSeal })
    .from(comments)
    .where(
      and(
        eq(comments.postId, postId),
        isNull(comments.deletedAt),
        or(isNotNull(comments.authorId), isNotNull(comments.authorSeal)),
      ),
    )
    .groupBy(comments.authorId, comments.authorSeal)
    .orderBy(desc(sql`max(${comments.position})`))
    .limit(SPEAKERS_MAX);
}

/** Likes of the post by others than `memberId`. */
export async function countPostLikes(
  db: Executor,
  postId: number,
  memberId: number,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(postLikes)
    .where(and(eq(postLikes.postId, postId), ne(postLikes.memberId, memberId)));
  return row?.count ?? 0;
}

/** Likes of the comment by others than `memberId`. */
export async function countCommentLikes(
  db: Executor,
  commentId: number,
  memberId: number,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(commentLikes)
    .where(and(eq(commentLikes.commentId, commentId), ne(commentLikes.memberId, memberId)));
  return row?.count ?? 0;
}

/** Title and professor of a live lecture, or null. */
export async function findLectureSource(
  db: Executor,
  id: number,
): Promise<{ title: string; professorId: number | null } | null> {
  const [row] = await db
    .select({ title: lectures.title, professorId: lectures.professorId })
    .from(lectures)
    .where(and(eq(lectures.id, id), isNull(lectures.deletedAt)));
  return row ?? null;
}
