import { isLectureBoard } from '@naru/contract/boards';
import type { ContentType } from '@naru/contract/moderation';
import { and, desc, eq, gte, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import {
  boardCounters,
  comments,
  inquiries,
  members,
  posts,
  staffActions,
} from '../../db/schema/index.ts';
import {
  isRemovedByStaff as isByStaff,
  writerColumns,
} from '../../domain/authorship/author.sql.ts';

type Table = typeof posts | typeof comments;
const remover = alias(members, 'remover');

const isReported = (type: ContentType, table: Table) =>
  sql`exists (select 1 from ${inquiries} where ${inquiries.category} = 'REPORT' and ${inquiries.targetType} = ${type} and ${inquiries.targetId} = ${table.id})`;

/** Takes the latest removal, because restored content may be removed again. */
const lastReason = (type: ContentType, table: Table) =>
  sql<
    string | null
  >`(select ${staffActions.reason} from ${staffActions} where ${staffActions.targetType} = ${type} and ${staffActions.targetId} = ${table.id} and ${staffActions.action} = 'REMOVED' order by ${staffActions.id} desc limit 1)`;

/** Sealed authors are not selected. */
const shared = (type: ContentType, table: Table) => ({
  id: table.id,
  postId: posts.id,
  boardType: posts.boardType,
  ...writerColumns(table),
  title: posts.title,
  createdAt: table.createdAt,
  deletedAt: sql<Date>`${table.deletedAt}`.mapWith(table.deletedAt),
  /** Null when its author removed it. */
  removerNickname: sql<string | null>`case when ${isByStaff(table)} then ${remover.nickname} end`,
  reason: sql<string | null>`case when ${isByStaff(table)} then ${lastReason(type, table)} end`,
  isByStaff: isByStaff(table),
});

function selectRemoved(db: Executor, type: ContentType) {
  if (type === 'POST') {
    return db
      .select({
        ...shared(type, posts),
        text: posts.contentText,
        content: posts.content,
        imageUrls: posts.imageUrls,
        hasParent: sql<boolean>`true`,
      })
      .from(posts)
      .leftJoin(members, eq(members.id, posts.authorId))
      .leftJoin(remover, eq(remover.id, posts.deletedBy))
      .$dynamic();
  }
  return db
    .select({
      ...shared(type, comments),
      text: comments.content,
      content: comments.content,
      imageUrls: sql<string[]>`array_remove(array[${comments.picture} ->> 'url'], null)`,
      hasParent: sql<boolean>`${posts.deletedAt} is null`,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(members, eq(members.id, comments.authorId))
    .leftJoin(remover, eq(remover.id, comments.deletedBy))
    .$dynamic();
}

export type RemovedRow = Awaited<ReturnType<typeof selectRemoved>>[number];

/** Staff may read content that staff removed, or its author after a report. */
function isOpen(type: ContentType, table: Table, since: Date): SQL | undefined {
  return and(
    isNotNull(table.deletedAt),
    gte(table.deletedAt, since),
    or(isByStaff(table), isReported(type, table)),
  );
}

/** Returns one page, newest removal first, and the total. */
export async function listRemoved(
  db: Executor,
  type: ContentType,
  page: { since: Date; limit: number; offset: number },
) {
  const table = type === 'POST' ? posts : comments;
  const where = isOpen(type, table, page.since);
  const rows = await selectRemoved(db, type)
    .where(where)
    .orderBy(desc(table.deletedAt), desc(table.id))
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: await db.$count(table, where) };
}

export async function findRemoved(db: Executor, type: ContentType, id: number, since: Date) {
  const table = type === 'POST' ? posts : comments;
  const isIt = and(eq(table.id, id), isOpen(type, table, since));
  const [row] = await selectRemoved(db, type).where(isIt);
  return row ?? null;
}

/** Restores the post and its board's counter; false when it is not removed. */
export async function restorePost(db: Executor, id: number): Promise<boolean> {
  const [row] = await db
    .update(posts)
    .set({ deletedAt: null, deletedBy: null })
    .where(and(eq(posts.id, id), isNotNull(posts.deletedAt)))
    .returning({ boardType: posts.boardType });
  if (row === undefined) return false;
  if (isLectureBoard(row.boardType)) return true;
  await db
    .update(boardCounters)
    .set({ postCount: sql`${boardCounters.postCount} + 1` })
    .where(eq(boardCounters.boardType, row.boardType));
  return true;
}
