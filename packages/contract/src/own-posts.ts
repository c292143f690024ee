import * as z from 'zod/mini';
import { dateSchema, postBoardSchema } from './fields.ts';
import { TRADE_STATUSES } from './trade.ts';

/** Rows of the lists on my page. */
export const myPostSchema = z.object({
  id: z.number(),
  postId: z.number(),
  title: z.string(),
  boardType: postBoardSchema,
  createdDate: dateSchema,
  /** The room of a lecture post; null elsewhere. */
  lectureRoomId: z.nullable(z.number()),
});

/** An own market item. */
export const mySaleSchema = z.object({
  ...myPostSchema.shape,
  price: z.nullable(z.number()),
  tradeStatus: z.enum(TRADE_STATUSES),
  /** Whether it can be moved to the top of the market now. */
  canBump: z.boolean(),
});

export const likedSchema = z.object({
  id: z.number(),
  title: z.string(),
  excerpt: z.string(),
  writerNickname: z.string(),
  createdDate: dateSchema,
  likeCount: z.number(),
  boardType: postBoardSchema,
  lectureRoomId: z.nullable(z.number()),
});

/** Scraps with `deleted` keep their row without the content. */
export const scrapSchema = z.object({
  ...likedSchema.shape,
  postId: z.number(),
  content: z.string(),
  authorName: z.string(),
  createdAt: dateSchema,
  boardName: z.string(),
  deleted: z.boolean(),
});
