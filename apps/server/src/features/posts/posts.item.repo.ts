import type { PostBoardType } from '@naru/contract/boards';
import type { TradeStatus } from '@naru/contract/posts';
import { type SQL, sql } from 'drizzle-orm';
import { isByBlocked } from '../../db/blocks.ts';
import { members, posts } from '../../db/schema/index.ts';

const columns = {
  id: posts.id,
  title: posts.title,
  boardType: posts.boardType,
  isAnonymous: posts.anonymous,
  authorId: posts.authorId,
  nickname: members.nickname,
  withdrawnAt: members.withdrawnAt,
  createdAt: posts.createdAt,
  viewCount: posts.viewCount,
  likeCount: posts.likeCount,
  commentCount: posts.commentCount,
  imageUrls: posts.imageUrls,
  price: posts.price,
  tradeStatus: posts.tradeStatus,
  pinned: posts.pinned,
  acceptedCommentId: posts.acceptedCommentId,
};

/** Columns of a row in any list. An anonymous post has no author here, so none can leave. */
export function itemColumns(viewerId: unknown) {
  return { ...columns, isBlocked: isByBlocked(posts.authorId, viewerId) };
}

export interface ItemRow {
  id: number;
  title: string;
  boardType: PostBoardType;
  isAnonymous: boolean;
  authorId: number | null;
  nickname: string | null;
  withdrawnAt: Date | null;
  createdAt: Date;
  viewCount: number;
  likeCount: number;
  commentCount: number;
  imageUrls: string[];
  price: number | null;
  tradeStatus: TradeStatus | null;
  pinned: boolean;
  acceptedCommentId: number | null;
  /** The viewer blocks the author. */
  isBlocked: boolean;
}

/** Pinned first, newest first; the id makes it stable. The same order as the index of the boards. */
export const boardOrder: SQL = sql`${posts.pinned} desc nulls last, ${posts.createdAt} desc nulls last, ${posts.id} desc nulls last`;

export const isLive: SQL = sql`${posts.deletedAt} is null`;

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

/** Which posts the popular list takes (decisions 13). */
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
