import { and, countDistinct, eq, inArray, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import type { StoredPicture } from '../../db/schema/comments.ts';
import { blinds, comments, inquiries, members, posts } from '../../db/schema/index.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { holdsRoleFrom } from '../../domain/access/roles.sql.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer } from '../../domain/access/room-access.ts';
import { writerColumns, writtenBy } from '../../domain/authorship/author.sql.ts';
import type { KnownAuthor } from '../../domain/authorship/author.ts';
import { isReviewOf } from '../../domain/course-reviews/course-reviews.repo.ts';
import type { ContentKey } from '../../domain/posts/blinds.repo.ts';

/** Characters to select for an excerpt instead of a whole text. */
const EXCERPT_UNITS = 2_000;

/** Staff read blinded content. */
const ofPost = alias(blinds, 'of_post');
const ofComment = alias(blinds, 'of_comment');
const answered = alias(inquiries, 'answered');

const shared = {
  postId: posts.id,
  lectureId: posts.lectureId,
  boardType: posts.boardType,
  title: sql<string>`coalesce(${ofPost.title}, ${posts.title})`,
};

/** What staff may see of a post or comment; sealed authors are not selected, so they cannot leak. */
export type ContentRow = Awaited<ReturnType<typeof listPosts>>[number] & {
  /** Posts show theirs in their text. */
  picture?: StoredPicture | null;
};

export async function listPosts(db: Executor, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      ...shared,
      ...writerColumns(posts),
      id: posts.id,
      text: sql<string>`left(coalesce(${ofPost.contentText}, ${posts.contentText}), ${EXCERPT_UNITS}::int)`,
      isBlinded: sql<boolean>`${posts.blindedAt} is not null`,
      isDeleted: sql<boolean>`${posts.deletedAt} is not null`,
    })
    .from(posts)
    .leftJoin(ofPost, eq(ofPost.postId, posts.id))
    .leftJoin(members, eq(members.id, posts.authorId))
    .where(inArray(posts.id, [...ids]));
}

export async function listComments(db: Executor, ids: readonly number[]): Promise<ContentRow[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      ...shared,
      ...writerColumns(comments),
      id: comments.id,
      text: sql<string>`coalesce(${ofComment.content}, ${comments.content})`,
      picture: comments.picture,
      isBlinded: sql<boolean>`${comments.blindedAt} is not null`,
      isDeleted: sql<boolean>`(${comments.deletedAt} is not null or ${posts.deletedAt} is not null)`,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(ofPost, eq(ofPost.postId, posts.id))
    .leftJoin(ofComment, eq(ofComment.commentId, comments.id))
    .leftJoin(members, eq(members.id, comments.authorId))
    .where(inArray(comments.id, [...ids]));
}

/** Whether the viewer may enter the room of the post, if it has one. */
export async function isOpenPost(
  db: Executor,
  viewer: RoomViewer<number | boolean>,
  id: number,
): Promise<boolean> {
  const [row] = await db
    .select({ access: roomAccess(viewer) })
    .from(posts)
    .where(eq(posts.id, id));
  return row?.access === 'open';
}

/** Whether the member wrote it, with or without a name; also of removed content. */
export async function isWrittenBy(
  db: Executor,
  { type, id }: ContentKey,
  self: KnownAuthor,
): Promise<boolean> {
  if (type === 'COURSE_REVIEW') return isReviewOf(db, id, self.seal);
  const table = type === 'POST' ? posts : comments;
  return (await db.$count(table, and(eq(table.id, id), writtenBy(table, self)))) > 0;
}

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

export async function listPeople(db: Executor, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: members.id,
      nickname: members.nickname,
      intro: members.intro,
      withdrawnAt: members.withdrawnAt,
    })
    .from(members)
    .where(inArray(members.id, [...ids]));
}

/**
 * Members with an open report of the content. Counts only verified students and staff who may log in and
 * whose accounts were at least a day old, since anybody can sign up. Skips members who already got a response
 * to a report of it.
 */
export async function countReporters(
  db: Executor,
  { type, id }: ContentKey,
  now: Date,
): Promise<number> {
  const wasAnswered = db
    .select({ id: answered.id })
    .from(answered)
    .where(
      and(
        eq(answered.memberId, inquiries.memberId),
        eq(answered.targetType, type),
        eq(answered.targetId, id),
        eq(answered.state, 'COMPLETED'),
      ),
    );
  const [row] = await db
    .select({ total: countDistinct(inquiries.memberId) })
    .from(inquiries)
    .innerJoin(members, eq(members.id, inquiries.memberId))
    .where(
      and(
        eq(inquiries.category, 'REPORT'),
        eq(inquiries.targetType, type),
        eq(inquiries.targetId, id),
        eq(inquiries.state, 'PROCESSING'),
        isActive(now),
        holdsRoleFrom(members.id, 'STUDENT'),
        sql`${members.createdAt} <= ${inquiries.createdAt} - interval '1 day'`,
        notExists(wasAnswered),
      ),
    );
  return row?.total ?? 0;
}
