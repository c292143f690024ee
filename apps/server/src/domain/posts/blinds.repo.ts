import { JUDGED_TYPES, type JudgedType } from '@naru/contract/moderation';
import { TEXTS } from '@naru/contract/texts';
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { blinds, comments, posts } from '../../db/schema/index.ts';
import {
  blindCourseReview,
  isCourseReviewBlinded,
  lockCourseReview,
  unblindCourseReview,
} from '../course-reviews/course-reviews.repo.ts';

export interface ContentKey {
  type: JudgedType;
  id: number;
}

/** False for members and messages, which are not hidden or removed as content is. */
export function isJudged(type: string | null): type is JudgedType {
  return JUDGED_TYPES.some((one) => one === type);
}

const POST_PLACEHOLDER = {
  title: TEXTS.blindedPost,
  content: `<p>${TEXTS.blindedPost}</p>`,
  contentText: '',
  imageUrls: [],
};

/** Locks live content until the transaction ends; a course review is on no board. */
export async function lockContent(db: Executor, { type, id }: ContentKey) {
  if (type === 'COURSE_REVIEW') {
    const row = await lockCourseReview(db, id);
    return row === null ? null : { ...row, boardType: null };
  }
  if (type === 'POST') {
    const [row] = await db
      .select({ boardType: posts.boardType, blindedAt: posts.blindedAt })
      .from(posts)
      .where(and(eq(posts.id, id), isNull(posts.deletedAt)))
      .for('no key update');
    return row ?? null;
  }
  const [row] = await db
    .select({ boardType: posts.boardType, blindedAt: comments.blindedAt })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(and(eq(comments.id, id), isNull(comments.deletedAt), isNull(posts.deletedAt)))
    .for('no key update', { of: comments });
  return row ?? null;
}

/** Needs `lockContent`. */
export async function blind(db: Executor, { type, id }: ContentKey, blindedAt: Date) {
  if (type === 'COURSE_REVIEW') return blindCourseReview(db, id, blindedAt);
  if (type === 'POST') {
    await db.execute(sql`insert into ${blinds} (post_id, title, content, content_text, image_urls)
      select id, title, content, content_text, image_urls from ${posts} where id = ${id}`);
    await db
      .update(posts)
      .set({ ...POST_PLACEHOLDER, blindedAt })
      .where(eq(posts.id, id));
    return;
  }
  await db.execute(sql`insert into ${blinds} (comment_id, content)
    select id, content from ${comments} where id = ${id}`);
  await db
    .update(comments)
    .set({ content: TEXTS.blindedComment, blindedAt })
    .where(eq(comments.id, id));
}

/** Puts text and pictures back; false when it was not blinded. */
export async function unblind(db: Executor, { type, id }: ContentKey): Promise<boolean> {
  if (type === 'COURSE_REVIEW') return unblindCourseReview(db, id);
  if (type === 'POST') {
    const [stored] = await db.delete(blinds).where(eq(blinds.postId, id)).returning();
    if (stored === undefined) return false;
    const { title, content, contentText, imageUrls } = stored;
    await db
      .update(posts)
      .set({ title, content, contentText, imageUrls, blindedAt: null })
      .where(eq(posts.id, id));
    return true;
  }
  const [stored] = await db.delete(blinds).where(eq(blinds.commentId, id)).returning();
  if (stored === undefined) return false;
  await db
    .update(comments)
    .set({ content: stored.content, blindedAt: null })
    .where(eq(comments.id, id));
  return true;
}

export async function isBlinded(db: Executor, { type, id }: ContentKey): Promise<boolean> {
  if (type === 'COURSE_REVIEW') return isCourseReviewBlinded(db, id);
  const column = type === 'POST' ? blinds.postId : blinds.commentId;
  return (await db.$count(blinds, eq(column, id))) > 0;
}

/** Title, text and pictures of a blinded post, for staff and its author only. */
export async function findBlindedPost(db: Executor, id: number) {
  const [row] = await db
    .select({ title: blinds.title, content: blinds.content, imageUrls: blinds.imageUrls })
    .from(blinds)
    .where(eq(blinds.postId, id));
  return row ?? null;
}

/** Texts of blinded comments by id, for staff and their authors only. */
export async function listBlindedComments(db: Executor, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db
    .select({ id: sql<number>`${blinds.commentId}`.mapWith(Number), content: blinds.content })
    .from(blinds)
    .where(inArray(blinds.commentId, [...ids]));
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** Those of the posts and comments that are neither deleted nor blinded. */
export async function listStanding(
  db: Executor,
  ids: { posts: readonly number[]; comments: readonly number[] },
): Promise<{ posts: Set<number>; comments: Set<number> }> {
  if (ids.posts.length === 0) return { posts: new Set(), comments: new Set() };
  const { rows } = await db.execute<{ postId: string | null; commentId: string | null }>(sql`
    select ${posts.id} as "postId", null as "commentId" from ${posts}
    where ${isOneOf(posts.id, ids.posts)} and ${posts.deletedAt} is null and ${posts.blindedAt} is null
    union all
    select null, ${comments.id} from ${comments}
    where ${isOneOf(comments.id, ids.comments)} and ${comments.deletedAt} is null
      and ${comments.blindedAt} is null`);
  return {
    posts: new Set(rows.flatMap(({ postId }) => (postId === null ? [] : [Number(postId)]))),
    comments: new Set(
      rows.flatMap(({ commentId }) => (commentId === null ? [] : [Number(commentId)])),
    ),
  };
}

/** Those of the posts and comments that are blinded. */
export async function listBlinded(
  db: Executor,
  ids: { posts: readonly number[]; comments: readonly number[] },
): Promise<{ posts: Set<number>; comments: Set<number> }> {
  const found = { posts: new Set<number>(), comments: new Set<number>() };
  if (ids.posts.length + ids.comments.length === 0) return found;
  const rows = await db
    .select({ postId: blinds.postId, commentId: blinds.commentId })
    .from(blinds)
    .where(or(isOneOf(blinds.postId, ids.posts), isOneOf(blinds.commentId, ids.comments)));
  for (const { postId, commentId } of rows) {
    if (postId !== null) found.posts.add(postId);
    if (commentId !== null) found.comments.add(commentId);
  }
  return found;
}

/** One parameter: an export can name more ids than a statement may have parameters. */
function isOneOf(column: PgColumn, ids: readonly number[]): SQL {
  return sql`${column} = any(${sql.param([...ids])}::bigint[])`;
}
