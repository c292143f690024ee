import type { PostBoardType } from '@naru/contract/boards';
import type { ReportTarget } from '@naru/contract/choices';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { comments, members, posts } from '../../db/schema/index.ts';
import { writerColumns } from '../../domain/authorship/author.sql.ts';
import type { WriterRow } from '../../domain/authorship/writer.ts';

export interface ContentRef {
  type: ReportTarget;
  id: number;
}

/** What staff may see of a post or comment; sealed authors are not selected, so they cannot leak. */
export interface ContentRow extends WriterRow {
  id: number;
  postId: number;
  lectureId: number | null;
  boardType: PostBoardType;
  title: string;
  text: string;
  isDeleted: boolean;
}

/** Characters to select for an excerpt instead of a whole text. */
const EXCERPT_UNITS = 2_000;

const shared = {
  postId: posts.id,
  lectureId: posts.lectureId,
  boardType: posts.boardType,
  title: posts.title,
};

export async function listPosts(db: Executor, ids: readonly number[]): Promise<ContentRow[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      ...shared,
      ...writerColumns(posts),
      id: posts.id,
      text: sql<string>`left(${posts.contentText}, ${EXCERPT_UNITS}::int)`,
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
      ...writerColumns(comments),
      id: comments.id,
      text: comments.content,
      isDeleted: sql<boolean>`(${comments.deletedAt} is not null or ${posts.deletedAt} is not null)`,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(members, eq(members.id, comments.authorId))
    .where(inArray(comments.id, [...ids]));
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

/** False for deleted content and withdrawn members. */
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
