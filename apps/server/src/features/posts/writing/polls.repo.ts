import { eq } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { polls } from '../../../db/schema/index.ts';

export type NewPoll = typeof polls.$inferInsert & { endsAt: Date | null };

/** Locks the poll, so that nobody votes meanwhile. */
export async function lockPoll(tx: Executor, postId: number) {
  const [row] = await tx.select().from(polls).where(eq(polls.postId, postId)).for('update');
  return row ?? null;
}

/** Needs `lockPoll` and no ballots. */
export async function putPoll(tx: Executor, { postId, ...poll }: NewPoll): Promise<void> {
  await tx
    .insert(polls)
    .values({ postId, ...poll })
    .onConflictDoUpdate({ target: polls.postId, set: poll });
}

export async function deletePoll(tx: Executor, postId: number): Promise<void> {
  await tx.delete(polls).where(eq(polls.postId, postId));
}
