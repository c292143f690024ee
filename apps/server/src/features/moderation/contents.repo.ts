import type { PostBoardType } from '@naru/contract/boards';
import type { ReportTarget } from '@naru/contract/inquiries';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { comments, members, posts } from '../../db/schema/index.ts';

export interface ContentRef {
  type: ReportTarget;
  id: number;
}

/** A post or comment with what staff may see of it: nothing sealed is read, so none can leave. */
export interface ContentRow {
  id: number;
  postId: number;
  lectureId: number | null;
  boardType: PostBoardType;
  isAnonymous: boolean;
  title: string;
  text: string;
  authorId: number | null;
  nickname: string | null;
  withdrawnAt: Date | null;
  isDeleted: boolean;
}

export interface PersonRow {
  id: number;
  nickname: string;
  intro: string;
  withdrawnAt: Date | null;
}

/** Enough characters for an excerpt, without shipping all of a text. */
const EXCERPT_UNITS = 2_000;

const shared = {
  postId: posts.id,
  lectureId: posts.lectureId,
  boardType: posts.boardType,
  isAnonymous: posts.anonymous,
  title: posts.title,
  nickname: members.nickname,
  withdrawnAt: members.withdrawnAt,
};

export async function listPosts(db: Executor, ids: readonly number[]): Promise<ContentRow[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      ...shared,
      id: posts.id,
      text: sql<string>`left(${posts.contentText}, ${EXCERPT_UNITS}::int)`,
      authorId: posts.authorId,
      isDeleted: sql<boolean>`${posts.deletedAt} is not null`,
    })
    .from(posts)
    .leftJoin(members, eq(members.id, posts.authorId))
    .where(inArray(posts.id, [...ids]));
}

export async function listComments(db: Executor, ids: readonly number[]): Promise<ContentRow[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      ...shared,
      id: comments.id,
      text: comments.content,
      authorId: comments.authorId,
      isDeleted: sql<boolean>`(${comments.deletedAt} is not null or ${posts.deletedAt} is not null)`,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(members, eq(members.id, comments.authorId))
    .where(inArray(comments.id, [...ids]));
}

export async function listPeople(db: Executor, ids: readonly number[]): Promise<PersonRow[]> {
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

/** Whether it is there for everybody: not deleted, not withdrawn. */
export async function existsContent(db: Executor, { type, id }: ContentRef): Promise<boolean> {
  if (type === 'MEMBER') {
    const rows = await db
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.id, id), isNull(members.withdrawnAt)));
    return rows.length > 0;
  }
  const [row] = type === 'POST' ? await listPosts(db, [id]) : await listComments(db, [id]);
  return row !== undefined && !row.isDeleted;
}
