import { and, eq, lte, or } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { posts } from '../../../db/schema/index.ts';
import type { PinnablePost } from '../../../domain/posts/writing.ts';

/** When the notice is out of date; null: never. */
export async function findExpiry(tx: Executor, { id }: PinnablePost): Promise<Date | null> {
  const [row] = await tx.select({ expiresAt: posts.expiresAt }).from(posts).where(eq(posts.id, id));
  return row?.expiresAt ?? null;
}

/** Ends the pins that are due at `now`; returns how many. */
export async function endPins(db: Executor, now: Date): Promise<number> {
  const { rowCount } = await db
    .update(posts)
    .set({ pinned: false, pinnedUntil: null })
    .where(or(lte(posts.pinnedUntil, now), and(posts.pinned, lte(posts.expiresAt, now))));
  return rowCount ?? 0;
}
