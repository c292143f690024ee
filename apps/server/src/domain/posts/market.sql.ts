import { sql } from 'drizzle-orm';
import { posts } from '../../db/schema/index.ts';
import type { RowOf } from './post.sql.ts';

/** What only market items have; null on other posts. */
export const marketColumns = {
  price: posts.price,
  tradeStatus: posts.tradeStatus,
  registeredAt: posts.registeredAt,
};
/** When a post was written, also after it was moved to the top of its board. */
export const writtenAt = sql<Date>`coalesce(${posts.registeredAt}, ${posts.createdAt})`.mapWith(
  posts.createdAt,
);

export type MarketRow = RowOf<typeof marketColumns>;
