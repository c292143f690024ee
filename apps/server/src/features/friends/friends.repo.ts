import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { chatRooms, friendships, memberBlocks, members } from '../../db/schema/index.ts';
import { blocks } from '../../domain/access/blocks.sql.ts';

const columns = {
  requesterId: friendships.requesterId,
  status: friendships.status,
  decidedAt: friendships.decidedAt,
};

export type Friendship = Pick<typeof friendships.$inferSelect, keyof typeof columns>;

interface NewRequest {
  requesterId: number;
  otherId: number;
  createdAt: Date;
}

interface Decision {
  requesterId: number;
  memberId: number;
  status: 'accepted' | 'declined';
  decidedAt: Date;
}

const pairOf = (a: number, b: number) => ({ lowId: Math.min(a, b), highId: Math.max(a, b) });

/** Locks the chat rooms of the two until the transaction ends, as whoever writes in one does. */
export async function lockRoomsOf(db: Executor, a: number, b: number): Promise<void> {
  const { lowId, highId } = pairOf(a, b);
  await db
    .select({ id: chatRooms.id })
    .from(chatRooms)
    .where(and(eq(chatRooms.lowId, lowId), eq(chatRooms.highId, highId)))
    .orderBy(asc(chatRooms.id))
    .for('no key update');
}

function isPair(a: number, b: number): SQL {
  const { lowId, highId } = pairOf(a, b);
  return sql`(${friendships.lowId} = ${lowId} and ${friendships.highId} = ${highId})`;
}

const isRequestOf = (requesterId: number) =>
  and(eq(friendships.requesterId, requesterId), eq(friendships.status, 'pending'));

/** Inserts a request unless the pair has a row; returns the row. `isNew`: it was inserted. */
export async function insertRequest(
  db: Executor,
  { requesterId, otherId, createdAt }: NewRequest,
): Promise<Friendship & { isNew: boolean }> {
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
export async function renewRequest(db: Executor, { otherId, ...values }: NewRequest) {
  await db
    .update(friendships)
    .set({ ...values, status: 'pending', decidedAt: null })
    .where(isPair(values.requesterId, otherId));
}

/** Decides the request that `requesterId` sent to `memberId`; false when none is pending. */
export async function decideRequest(
  db: Executor,
  { requesterId, memberId, ...values }: Decision,
): Promise<boolean> {
  const { rowCount } = await db
    .update(friendships)
    .set(values)
    .where(and(isPair(requesterId, memberId), isRequestOf(requesterId)));
  return rowCount === 1;
}

/** Ends a friendship or withdraws the request that `memberId` sent; false when there is neither. */
export async function deleteFriendship(db: Executor, memberId: number, otherId: number) {
  const isEnding = or(eq(friendships.status, 'accepted'), isRequestOf(memberId));
  const { rowCount } = await db.delete(friendships).where(and(isPair(memberId, otherId), isEnding));
  return rowCount === 1;
}

/** Deletes all rows of the member; returns the other sides of friendships and pending requests. */
export async function deleteAllRelations(db: Executor, memberId: number): Promise<number[]> {
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

export async function findFriendshipAndBlocks(db: Executor, memberId: number, otherId: number) {
  const [row] = await db
    .select({
      friendship: columns,
      isBlocker: blocks(memberId, otherId),
      isBlocked: blocks(otherId, memberId),
    })
    .from(sql`(values (1)) as one`)
    .leftJoin(friendships, isPair(memberId, otherId));
  return row ?? { friendship: null, isBlocker: false, isBlocked: false };
}

type NewBlock = typeof memberBlocks.$inferInsert;

export async function insertBlock(db: Executor, values: NewBlock): Promise<void> {
  await db.insert(memberBlocks).values(values).onConflictDoNothing();
}

/** False when the member was not blocked. */
export async function deleteBlock(db: Executor, blockerId: number, blockedId: number) {
  const { rowCount } = await db
    .delete(memberBlocks)
    .where(and(eq(memberBlocks.blockerId, blockerId), eq(memberBlocks.blockedId, blockedId)));
  return rowCount === 1;
}

/**
 * Locks the members until the end of the transaction, in the order of their ids, which serialises
 * changes between two members. Returns the nicknames of those that have not withdrawn.
 */
export async function lockMembers(db: Executor, memberIds: readonly number[]) {
  const rows = await db
    .select({ id: members.id, nickname: members.nickname, withdrawnAt: members.withdrawnAt })
    .from(members)
    .where(inArray(members.id, [...memberIds]))
    .orderBy(asc(members.id))
    .for('no key update');
  const present = rows.filter(({ withdrawnAt }) => withdrawnAt === null);
  return new Map(present.map(({ id, nickname }) => [id, nickname]));
}
