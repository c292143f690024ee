import type { BoardType } from '@naru/contract/boards';
import { and, eq, lte, ne, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { posts } from '../../db/schema/index.ts';
import { isLive, isLivePost } from '../../domain/posts/post.sql.ts';
import type { PinnablePost } from './posts.policy.ts';

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

/** When the notice is out of date; null: never. */
export async function findExpiry(tx: Executor, { id }: PinnablePost): Promise<Date | null> {
  const [row] = await tx.select({ expiresAt: posts.expiresAt }).from(posts).where(eq(posts.id, id));
  return row?.expiresAt ?? null;
}

/** Null ends the pin. False for a deleted post. */
export async function setPin(tx: Executor, { id }: PinnablePost, until: Date | null) {
  const values = { pinned: until !== null, pinnedUntil: until };
  const { rowCount } = await tx.update(posts).set(values).where(isLivePost(id));
  return rowCount === 1;
}

/** Ends the pins that are due at `now`; returns how many. */
export async function endPins(db: Executor, now: Date): Promise<number> {
  const { rowCount } = await db
    .update(posts)
    .set({ pinned: false, pinnedUntil: null })
    .where(or(lte(posts.pinnedUntil, now), and(posts.pinned, lte(posts.expiresAt, now))));
  return rowCount ?? 0;
}
