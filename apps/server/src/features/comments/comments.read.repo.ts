import type { CommentSort } from '@naru/contract/comments';
import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { comments, posts } from '../../db/schema/index.ts';
import { roomAccess, viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../domain/access/room-access.ts';
import { isAuthorOf, writtenBy } from '../../domain/authorship/author.sql.ts';
import { isVisible, selectComments } from './comments.rows.repo.ts';

/** Prepared statements for the top-level comments of a post, including placeholders. */
export function prepareListComments(db: Db) {
  const prepare = (sort: CommentSort) =>
    selectComments(db)
      .where(
        and(eq(comments.postId, sql.placeholder('postId')), isNull(comments.parentId), isVisible),
      )
      .orderBy(sort === 'newest' ? desc(comments.position) : asc(comments.position))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(`list_comments_${sort}`);
  const queries = { oldest: prepare('oldest'), newest: prepare('newest') };
  return (
    viewer: Viewer,
    { sort, ...page }: { postId: number; sort: CommentSort; limit: number; offset: number },
  ) => queries[sort].execute({ ...viewer, ...page });
}

export function prepareListReplies(db: Db) {
  const query = selectComments(db)
    .where(and(eq(comments.parentId, sql.placeholder('parentId')), isNull(comments.deletedAt)))
    .orderBy(asc(comments.position))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('list_replies');
  return (viewer: Viewer, page: { parentId: number; limit: number; offset: number }) =>
    query.execute({ ...viewer, ...page });
}

/** Also finds deleted comments. */
export function prepareFindComment(db: Db) {
  const query = selectComments(db)
    .where(eq(comments.id, sql.placeholder('id')))
    .prepare('find_comment');
  return async (viewer: Viewer, id: number) => (await query.execute({ ...viewer, id }))[0] ?? null;
}

export function prepareFindThread(db: Db) {
  const query = db
    .select({
      id: posts.id,
      isAnonymous: posts.anonymous,
      lectureId: posts.lectureId,
      access: roomAccess(viewerPlaceholders),
      commentCount: posts.commentCount,
      topCount: sql<number>`(select count(*) from ${comments} where ${and(
        eq(comments.postId, posts.id),
        isNull(comments.parentId),
        isVisible,
      )})`,
    })
    .from(posts)
    .where(and(eq(posts.id, sql.placeholder('postId')), isNull(posts.deletedAt)))
    .prepare('find_thread');
  return async (viewer: Viewer, postId: number) =>
    (await query.execute({ ...viewer, postId }))[0] ?? null;
}

/** Finds a live comment or placeholder of a live post. */
export async function findVisibleComment(db: Executor, viewer: Viewer, id: number) {
  const [row] = await db
    .select({ replyCount: comments.replyCount, access: roomAccess(viewer) })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(and(eq(comments.id, id), isVisible, isNull(posts.deletedAt)));
  return row ?? null;
}

export async function listOwnComments(
  db: Executor,
  viewer: Viewer,
  page: { limit: number; offset: number },
) {
  const isOwn = and(
    writtenBy(comments, viewer),
    isNull(comments.deletedAt),
    isNull(posts.deletedAt),
    sql`${roomAccess(viewer)} = 'open'`,
  );
  const [totals] = await db
    .select({ total: count() })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(isOwn);
  const rows = await db
    .select({
      id: comments.id,
      postId: comments.postId,
      boardType: posts.boardType,
      lectureId: posts.lectureId,
      content: comments.content,
      createdAt: comments.createdAt,
      title: posts.title,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(isOwn)
    .orderBy(desc(comments.createdAt), desc(comments.position), desc(comments.id))
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: totals?.total ?? 0 };
}

export type OwnCommentRow = Awaited<ReturnType<typeof listOwnComments>>['rows'][number];

/** Null unless the comment and its post are live. */
export async function findOwnership(db: Executor, viewer: Viewer, id: number) {
  const [row] = await db
    .select({
      id: comments.id,
      postId: comments.postId,
      parentId: comments.parentId,
      isAnonymous: posts.anonymous,
      access: roomAccess(viewer),
      isAuthor: isAuthorOf(comments, viewer),
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(and(eq(comments.id, id), isNull(comments.deletedAt), isNull(posts.deletedAt)));
  return row ?? null;
}

/** Whether a live reply of `parentId` has this id. */
export async function existsReply(db: Executor, id: number, parentId: number) {
  const isReply = and(eq(comments.id, id), eq(comments.parentId, parentId));
  return (await db.$count(comments, and(isReply, isNull(comments.deletedAt)))) > 0;
}
