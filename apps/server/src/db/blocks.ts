import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { memberBlocks } from './schema/index.ts';

/**
 * Whether the author is a member whom the viewer blocks; the list of blocks is read once per
 * statement. Never true below an anonymous author: nothing there names one (decisions 107).
 */
export function isByBlocked(authorId: SQLWrapper, viewerId: unknown): SQL<boolean> {
  return sql<boolean>`coalesce(${authorId} = any(array(select ${memberBlocks.blockedId} from ${memberBlocks} where ${memberBlocks.blockerId} = ${viewerId})), false)`;
}
