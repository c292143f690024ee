import type { BoardType } from '@naru/contract/boards';
import { type SQL, sql } from 'drizzle-orm';
import { textArray } from '../../../db/arrays.ts';
import { attachments, posts } from '../../../db/schema/index.ts';
import type { RoomViewer } from '../../../domain/access/room-access.ts';
import type { AuthorIdentity } from '../../../domain/authorship/author.ts';
import { headOfPost } from '../../../domain/posts/head.sql.ts';
import { lectureTag } from '../../../domain/posts/lecture-tag.sql.ts';
import { marketColumns } from '../../../domain/posts/market.sql.ts';
import { isListed, postColumns, type RowOf } from '../../../domain/posts/post.sql.ts';

export function itemColumns(viewer: RoomViewer & AuthorIdentity) {
  return {
    ...postColumns(viewer),
    boardType: sql<BoardType>`${posts.boardType}`,
    imageUrls: posts.imageUrls,
    ...marketColumns,
    lectureTag: lectureTag(viewer),
    head: headOfPost,
    pinned: posts.pinned,
    expiresAt: posts.expiresAt,
    mustRead: posts.mustRead,
    hasPoll: posts.hasPoll,
    acceptedCommentId: posts.acceptedCommentId,
    hasFiles: sql<boolean>`exists (select 1 from ${attachments} where ${attachments.postId} = ${posts.id})`,
  };
}

export type ItemRow = RowOf<ReturnType<typeof itemColumns>>;

/** Pinned first, then newest first; matches the index of the boards. */
export const boardOrder: SQL = sql`${posts.pinned} desc nulls last, ${posts.createdAt} desc nulls last, ${posts.id} desc nulls last`;

/** Parses a bigint array, whose elements the driver returns as text. */
export function readIds(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

/** 36 hours, as in the generated column of migration 0002. */
const SECONDS_PER_POINT = 129_600;

export interface Popular {
  /** Inclusive. */
  since: Date;
  boards: readonly string[];
  size: number;
}

/** Selects the ids of the popular list, best first. */
export function popularIds({ since, boards, size }: Popular): SQL {
  // A post's score is at least its creation time, so this bound ends the index scan.
  const lowest = since.getTime() / 1000 / SECONDS_PER_POINT;
  return sql`select ${posts.id} from ${posts}
    where ${isListed} and ${posts.hotScore} >= ${lowest}::double precision
      and ${posts.createdAt} >= ${since.toISOString()}::timestamptz
      and ${posts.boardType} = any(${textArray(boards)})
    order by ${posts.hotScore} desc nulls last, ${posts.id} desc nulls last
    limit ${size}`;
}
