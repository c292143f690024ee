import { posts } from '../../db/schema/index.ts';
import type { RowOf } from './post.sql.ts';

/** What only market items have; null on other posts. */
export const marketColumns = { price: posts.price, tradeStatus: posts.tradeStatus };
export type MarketRow = RowOf<typeof marketColumns>;
