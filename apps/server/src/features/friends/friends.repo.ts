import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { friendships, memberBlocks, members } from '../../db/schema/index.ts';
import { blocks } from '../../domain/access/blocks.sql.ts';

export type Friendship = Pick<
  typeof friendships.$inferSelect,
  'requesterId' | 'status' | 'decidedAt'
>;

const columns = {
  requesterId: friendships.requesterId,
  status: friendships.status,
  decidedAt: friendships.decidedAt,
};

function pairOf(a: number, b: number): { lowId: number; highId: number } {
  return { lowId: Math.min(a, b), highId: Math.max(a, b) };
}

function isPair(a: number, b: number): SQL | undefined {
  const { lowId, highId } = pairOf(a, b);
  return and(eq(friendships.lowId, lowId), eq(friendships.highId, highId));
}

/** Inserts a request unless the pair has a row; returns the row. `isNew`: it was inserted. */
export async function insertRequest(
  db: Executor,
  values: { requesterId: number; otherId: number; createdAt: Date },
): Promise<Friendship & { isNew: boolean }> {
  const { requesterId, otherId, createdAt } = values;
  const [row] = await db
    .insert(friendships)
    .values({ ...pairOf(requesterId, otherId), requesterId, status: 'pending', createdAt })
    .onConflictDoUpdate({
      target: [friendships.lowId, friendships.highId],
      set: { lowId: sql`excluded.low_id` },
    })
    .returning({ ...columns, isNew: sql<boolean>`(xmax = 0)` });
  if (row === undefined) throw new Error('the request was not stored');
  return row;
}

/** Requests again after a refusal. */
export async function renewRequest(
  db: Executor,
  values: { requesterId: number; otherId: number; createdAt: Date },
): Promise<void> {
  const { requesterId, otherId, createdAt } = values;
  await db
    .update(friendships)
    .set({ requesterId, status: 'pending', createdAt, decidedAt: null })
    .where(isPair(requesterId, otherId));
}

/** Decides the request that `requesterId` sent to `memberId`; false when none is pending. */
export async function decideRequest(
  db: Executor,
  values: {
    requesterId: number;
    memberId: number;
    status: 'accepted' | 'declined';
    decidedAt: Date;
  },
): Promise<boolean> {
  const rows = await db
    .update(friendships)
    .set({ status: values.status, decidedAt: values.decidedAt })
    .where(
      and(
        isPair(values.requesterId, values.memberId),
        eq(friendships.requesterId, values.requesterId),
        eq(friendships.status, 'pending'),
      ),
    )
    .returning({ id: friendships.id });
  return rows.length > 0;
}

/** Ends a friendship or withdraws the request that `memberId` sent; false when there is neither. */
export async function deleteFriendship(
  db: Executor,
  memberId: number,
  otherId: number,
): Promise<boolean> {
  const rows = await db
    .delete(friendships)
    .where(
      and(
        isPair(memberId, otherId),
        or(
          eq(friendships.status, 'accepted'),
          and(eq(friendships.status, 'pending'), eq(friendships.requesterId, memberId)),
        ),
      ),
    )
    .returning({ id: friendships.id });
  return rows.length > 0;
}

/** Deletes a friendship or pending request but keeps a refusal; false when there was none. */
export async function deleteTies(db: Executor, a: number, b: number): Promise<boolean> {
  const rows = await db
    .delete(friendships)
    .where(and(isPair(a, b), inArray(friendships.status, ['accepted', 'pending'])))
    .returning({ id: friendships.id });
  return rows.length > 0;
}

/** Deletes all rows of the member; returns the other sides of friendships and pending requests. */
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

export async function findTies(
  db: Executor,
  memberId: number,
  otherId: number,
): Promise<{ friendship: Friendship | null; isBlocker: boolean; isBlocked: boolean }> {
  const [row] = await db
    .select({
      ...columns,
      isBlocker: blocks(memberId, otherId),
      isBlocked: blocks(otherId, memberId),
    })
    .from(sql`(values (1)) as one`)
    .leftJoin(friendships, isPair(memberId, otherId) ?? sql`false`);
  if (row === undefined) return { friendship: null, isBlocker: false, isBlocked: false };
  const { requesterId, status: stored, decidedAt, isBlocker, isBlocked } = row;
  const friendship =
    requesterId === null || stored === null ? null : { requesterId, status: stored, decidedAt };
  return { friendship, isBlocker, isBlocked };
}

export async function insertBlock(
  db: Executor,
  values: { blockerId: number; blockedId: number; createdAt: Date },
): Promise<void> {
  await db.insert(memberBlocks).values(values).onConflictDoNothing();
}

/** False when the member was not blocked. */
export async function deleteBlock(
  db: Executor,
  blockerId: number,
  blockedId: number,
): Promise<boolean> {
  const rows = await db
    .delete(memberBlocks)
    .where(and(eq(memberBlocks.blockerId, blockerId), eq(memberBlocks.blockedId, blockedId)))
    .returning({ blockedId: memberBlocks.blockedId });
  return rows.length > 0;
}

/**
 * Locks the members until the end of the transaction, in the order of their ids, which serialises
 * changes between two members. Returns the nicknames of those that have not withdrawn.
 */
export async function lockMembers(
  db: Executor,
  memberIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: members.id, nickname: members.nickname, withdrawnAt: members.withdrawnAt })
    .from(members)
    .where(inArray(members.id, [...memberIds]))
    .orderBy(asc(members.id))
    .for('no key update');
  return new Map(
    rows.filter((row) => row.withdrawnAt === null).map((row) => [row.id, row.nickname]),
  );
}
