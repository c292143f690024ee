import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  type FRIENDSHIP_STATUSES,
  friendships,
  memberBlocks,
  members,
} from '../../db/schema/index.ts';
import { blocks } from '../../domain/access/blocks.sql.ts';

export type FriendshipStatus = (typeof FRIENDSHIP_STATUSES)[number];

/** What is stored of two members. */
export interface Friendship {
  requesterId: number;
  status: FriendshipStatus;
  decidedAt: Date | null;
}

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

/** Stores a request unless the pair has a row; answers the row. `isNew`: the request was stored. */
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

/** Asks again after a refusal. */
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

/** Decides the request that `requesterId` sent to `memberId`; false when none waits. */
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

/** Ends a friendship, or takes back the request that `memberId` sent; false when there is neither. */
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

/** Does away with whatever is between the two but a refusal; false when there was nothing. */
export async function deleteTies(db: Executor, a: number, b: number): Promise<boolean> {
  const rows = await db
    .delete(friendships)
    .where(and(isPair(a, b), inArray(friendships.status, ['accepted', 'pending'])))
    .returning({ id: friendships.id });
  return rows.length > 0;
}

/** Everything that stands between two members, in one statement. */
export async function findTies(
  db: Executor,
  memberId: number,
  otherId: number,
): Promise<{ friendship: Friendship | null; isBlocker: boolean; isBlocked: boolean }> {
  const [row] = await db
    .select({
      requesterId: friendships.requesterId,
      status: friendships.status,
      decidedAt: friendships.decidedAt,
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

/** Answers false when the member was blocked already. */
export async function insertBlock(
  db: Executor,
  values: { blockerId: number; blockedId: number; createdAt: Date },
): Promise<boolean> {
  const rows = await db
    .insert(memberBlocks)
    .values(values)
    .onConflictDoNothing()
    .returning({ blockedId: memberBlocks.blockedId });
  return rows.length > 0;
}

/** Answers false when the member was not blocked. */
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
 * Holds both members until the end of the transaction, in the order of their ids: whatever happens
 * between two members happens one after the other. Answers the nicknames of those that have not
 * withdrawn.
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
