import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { memberBlocks } from '../../db/schema/index.ts';

/**
 * Whether the viewer blocks the author; reads the block list once per statement. False for anonymous
 * rows, whose `authorId` is null.
 */
export function isBlockedAuthor(authorId: SQLWrapper, viewerId: unknown): SQL<boolean> {
  return sql<boolean>`coalesce(${authorId} = any(array(select ${memberBlocks.blockedId} from ${memberBlocks} where ${memberBlocks.blockerId} = ${viewerId})), false)`;
}

export function blocks(blocker: unknown, blocked: unknown): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${memberBlocks} where ${memberBlocks.blockerId} = ${blocker} and ${memberBlocks.blockedId} = ${blocked})`;
}

/** Whether either of the two blocks the other. */
export function hasBlock(a: unknown, b: unknown): SQL<boolean> {
  return sql<boolean>`(${or(blocks(a, b), blocks(b, a))})`;
}
