import { and, asc, count, desc, eq, isNull, or, type Placeholder, sql } from 'drizzle-orm';
import { alias, type PgSelect } from 'drizzle-orm/pg-core';
import type { Db, Executor } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import { hidden } from '../../db/hidden.ts';
import { anonymousNumbers, comments, members, posts } from '../../db/schema/index.ts';
import { isBlockedComment } from '../../domain/access/blocks.sql.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { isOwnRoom, roomAccess, viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../domain/access/room-access.ts';
import {
  isAuthorOf,
  isByPostAuthor,
  writerColumns,
  writtenBy,
} from '../../domain/authorship/author.sql.ts';
import { isLikedBy } from '../../domain/marks/marks.sql.ts';

const parent = alias(comments, 'parent');
const target = alias(comments, 'target');
const targetMember = alias(members, 'target_member');
const targetNumber = alias(anonymousNumbers, 'target_number');

/** Live, or the placeholder of a deleted comment that has replies. */
export const isVisible = or(isNull(comments.deletedAt), sql`${comments.replyCount} > 0`);

/** Needs the placeholders of a viewer. */
export const commentColumns = {
  id: comments.id,
  postId: comments.postId,
  boardType: posts.boardType,
  ...writerColumns(comments),
  parentId: comments.parentId,
  position: comments.position,
  content: comments.content,
  mentions: comments.mentions,
  picture: comments.picture,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  deletedAt: comments.deletedAt,
  isBlinded: sql<boolean>`${comments.blindedAt} is not null`,
  likeCount: comments.likeCount,
  replyCount: comments.replyCount,
  isAuthor: isAuthorOf(comments, viewerPlaceholders),
  isLiked: isLikedBy('comment like', viewerPlaceholders),
  isBlocked: isBlockedComment(viewerPlaceholders),
  profileImageUrl: members.profileImageUrl,
  roles: rolesOf(comments.authorId),
  isPostAuthor: isByPostAuthor(comments),
  anonymousNumber: anonymousNumbers.number,
  /** The reply that this one answers; null columns when there is none or it is deleted. */
  target: {
    id: target.id,
    nickname: targetMember.nickname,
    withdrawnAt: targetMember.withdrawnAt,
    isPostAuthor: isByPostAuthor(target),
    anonymousNumber: targetNumber.number,
  },
};

/** What the columns of comments need besides `comments` and `posts`. */
function joinWriters<T extends PgSelect>(query: T) {
  return query
    .leftJoin(members, eq(members.id, comments.authorId))
    .leftJoin(
      anonymousNumbers,
      and(
        eq(anonymousNumbers.postId, comments.postId),
        eq(anonymousNumbers.authorSeal, comments.authorSeal),
      ),
    )
    .leftJoin(target, and(eq(target.id, comments.replyToId), isNull(target.deletedAt)))
    .leftJoin(targetMember, eq(targetMember.id, target.authorId))
    .leftJoin(
      targetNumber,
      and(eq(targetNumber.postId, target.postId), eq(targetNumber.authorSeal, target.authorSeal)),
    );
}

function selectComments(db: Executor) {
  const query = db
    .select(commentColumns)
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId));
  return joinWriters(query.$dynamic());
}

/** As stored: mentions have only the nicknames of then. */
export type StoredComment = Awaited<
  ReturnType<ReturnType<typeof selectComments>['execute']>
>[number];

/** A part of a thread: from `offset`, of the comments after a position if it is not null. */
export interface ThreadRange {
  after: number | null;
  limit: number;
  offset: number;
}

/** The types of the builder know no expression here; its statements do. */
const rangeValue = (name: 'limit' | 'offset') =>
  hidden(sql`${sql.placeholder(name)}::bigint`) as unknown as Placeholder;
/** Positions are never negative. */
const isAfter = sql`${comments.position} > ${hidden(sql`coalesce(${sql.placeholder('after')}::integer, -1)`)}`;

export function prepareListReplies(db: Db) {
  const select = selectComments(db)
    .where(
      and(eq(comments.parentId, sql.placeholder('parentId')), isNull(comments.deletedAt), isAfter),
    )
    .orderBy(asc(comments.position))
    .limit(rangeValue('limit'))
    .offset(rangeValue('offset'));
  const query = prepare(db, 'list_replies', select);
  return (viewer: Viewer, range: ThreadRange & { parentId: number }) =>
    query({ ...viewer, ...range });
}

/** Also finds deleted comments. */
export function prepareFindComment(db: Db) {
  const select = selectComments(db).where(eq(comments.id, sql.placeholder('id')));
  const query = prepare(db, 'find_comment', select);
  return (viewer: Viewer, id: number) => query({ ...viewer, id }, ([row]) => row ?? null);
}

export const threadColumns = {
  id: posts.id,
  isAnonymous: posts.anonymous,
  lectureId: posts.lectureId,
  access: roomAccess(viewerPlaceholders),
  commentCount: posts.commentCount,
};

/** Prepared: finds the live post to comment on. */
export function prepareFindThread(db: Db) {
  const select = db
    .select(threadColumns)
    .from(posts)
    .where(and(eq(posts.id, sql.placeholder('postId')), isNull(posts.deletedAt)));
  const query = prepare(db, 'find_thread', select);
  return async (viewer: Viewer, postId: number) =>
    (await query({ postId, ...viewer })(db))[0] ?? null;
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

/** Finds where a live comment or placeholder of a live post stands. */
export async function findLocation(db: Executor, viewer: Viewer, id: number) {
  const [row] = await db
    .select({
      postId: comments.postId,
      parentId: comments.parentId,
      position: comments.position,
      topPosition: sql<number>`coalesce(${parent.position}, ${comments.position})`,
      access: roomAccess(viewer),
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(parent, eq(parent.id, comments.parentId))
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
      isBlinded: sql<boolean>`${comments.blindedAt} is not null`,
      isAccepted: sql<boolean>`${posts.acceptedCommentId} is not distinct from ${comments.id}`,
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
      boardType: posts.boardType,
      isAnonymous: posts.anonymous,
      access: roomAccess(viewer),
      isOwnRoom: isOwnRoom(viewer),
      isAuthor: isAuthorOf(comments, viewer),
      isBlinded: sql<boolean>`${comments.blindedAt} is not null`,
      mentions: comments.mentions,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(and(eq(comments.id, id), isNull(comments.deletedAt), isNull(posts.deletedAt)));
  return row ?? null;
}
