import type { BoardType } from '@naru/contract/boards';
import { type SQL, sql } from 'drizzle-orm';
import { posts } from '../../db/schema/index.ts';
import { isLive, postColumns, type RowOf } from '../../domain/posts/post.sql.ts';

/** Columns of a row in any list of board posts. */
export function itemColumns(viewerId: unknown) {
  return {
    ...postColumns(viewerId),
    boardType: sql<BoardType>`${posts.boardType}`,
    imageUrls: posts.imageUrls,
    price: posts.price,
    tradeStatus: posts.tradeStatus,
    pinned: posts.pinned,
    acceptedCommentId: posts.acceptedCommentId,
  };
}

export type ItemRow = RowOf<ReturnType<typeof itemColumns>>;

/** Pinned first, newest first; the id makes it stable. The same order as the index of the boards. */
export const boardOrder: SQL = sql`${posts.pinned} desc nulls last, ${posts.createdAt} desc nulls last, ${posts.id} desc nulls last`;

/** A JavaScript list as one PostgreSQL array parameter. */
export function textArray(values: readonly string[]): SQL {
  return sql`${sql.param([...values])}::text[]`;
}

/** Reads an array of ids, whose members the driver leaves as text. */
export function readIds(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

/** Migration 0002: one point of the score is 36 hours. */
const SECONDS_PER_POINT = 129_600;

/** Which posts the popular list takes. */
export interface Popular {
  /** Written at or after it. */
  since: Date;
  boards: readonly string[];
  /** At most. */
  size: number;
}

/** The ids of the popular list, best first. */
export function popularIds({ since, boards, size }: Popular): SQL {
  // The score of a post is never below its time of writing, so the bound ends the walk of the index.
  const lowest = since.getTime() / 1000 / SECONDS_PER_POINT;
  return sql`select ${posts.id} from ${posts}
    where ${isLive} and ${posts.hotScore} >= ${lowest}::double precision
      and ${posts.createdAt} >= ${since.toISOString()}::timestamptz
      and ${posts.boardType} = any(${textArray(boards)})
    order by ${posts.hotScore} desc nulls last, ${posts.id} desc nulls last
    limit ${size}`;
}
