import { eq, or } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { friendships, memberBlocks } from '../../db/schema/index.ts';

/** Answers the other sides of friendships and waiting requests. */
export async function deleteAllTies(db: Executor, memberId: number): Promise<number[]> {
  await db
    .delete(memberBlocks)
    .where(or(eq(memberBlocks.blockerId, memberId), eq(memberBlocks.blockedId, memberId)));
  const rows = await db
    .delete(friendships)
    .where(or(eq(friendships.lowId, memberId), eq(friendships.highId, memberId)))
    .returning({ low: friendships.lowId, high: friendships.highId, status: friendships.status });
  return rows
    .filter(({ status }) => status !== 'declined')
    .map(({ low, high }) => (low === memberId ? high : low));
}
