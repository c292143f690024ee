import type { BoardType } from '@naru/contract/boards';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { posts } from '../../db/schema/index.ts';
import { isLive, isLivePost } from './post.sql.ts';
import type { PinnablePost } from './writing.ts';

/** Serialises pins until the transaction ends, so that the limit of a board holds. */
export async function lockPins(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('pins', 0))`);
}

/** Pinned posts of a board besides the given one. */
export function countOtherPins(
  tx: Executor,
  { id, boardType }: { id: number; boardType: BoardType },
): Promise<number> {
  const isOther = and(eq(posts.boardType, boardType), posts.pinned, ne(posts.id, id), isLive);
  return tx.$count(posts, isOther);
}

/** Ends the pins of a board until this time whose text has these words of an address; returns the ids. */
export async function endPinsWith(
  tx: Executor,
  { boardType, until, address }: { boardType: BoardType; until: Date; address: string },
): Promise<number[]> {
  const rows = await tx
    .update(posts)
    .set({ pinned: false, pinnedUntil: null })
    .where(
      and(
        eq(posts.boardType, boardType),
        posts.pinned,
        eq(posts.pinnedUntil, until),
        sql`position(${address} in ${posts.content}) > 0`,
      ),
    )
    .returning({ id: posts.id });
  return rows.map(({ id }) => id);
}

/** Null ends the pin. False for a deleted post. */
export async function setPin(tx: Executor, { id }: PinnablePost, until: Date | null) {
  const values = { pinned: until !== null, pinnedUntil: until };
  const { rowCount } = await tx.update(posts).set(values).where(isLivePost(id));
  return rowCount === 1;
}
