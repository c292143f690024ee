import { eq } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { mustReads } from '../../../db/schema/index.ts';

export type MustReadRow = typeof mustReads.$inferSelect;

/** The lock of the post serialises changes. */
export async function findMustRead(tx: Executor, postId: number): Promise<MustReadRow | null> {
  const [row] = await tx.select().from(mustReads).where(eq(mustReads.postId, postId));
  return row ?? null;
}

export async function insertMustRead(
  tx: Executor,
  values: Pick<MustReadRow, 'postId' | 'dueOn' | 'askedAt'>,
): Promise<void> {
  await tx.insert(mustReads).values(values);
}

export async function updateMustRead(
  tx: Executor,
  postId: number,
  values: Partial<Omit<MustReadRow, 'postId'>>,
): Promise<void> {
  await tx.update(mustReads).set(values).where(eq(mustReads.postId, postId));
}
