import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { friendships, memberBlocks, members } from '../../db/schema/index.ts';

interface Person {
  id: number;
}

async function insertPair(
  db: Db,
  requester: Person,
  other: Person,
  values: Partial<typeof friendships.$inferInsert>,
): Promise<void> {
  await db.insert(friendships).values({
    lowId: Math.min(requester.id, other.id),
    highId: Math.max(requester.id, other.id),
    requesterId: requester.id,
    status: 'pending',
    ...values,
  });
}

/** A pending friend request. */
export async function createRequest(db: Db, from: Person, to: Person): Promise<void> {
  await insertPair(db, from, to, {});
}

export async function befriend(db: Db, a: Person, b: Person, at = new Date()): Promise<void> {
  await insertPair(db, a, b, { status: 'accepted', createdAt: at, decidedAt: at });
}

export async function createBlock(db: Db, blocker: Person, blocked: Person): Promise<void> {
  await db.insert(memberBlocks).values({ blockerId: blocker.id, blockedId: blocked.id });
}

/** The stored friendship or request of two members; null for none. */
export async function readFriendship(db: Db, a: Person, b: Person) {
  const rows = await db
    .select({ requesterId: friendships.requesterId, status: friendships.status })
    .from(friendships)
    .where(
      and(
        eq(friendships.lowId, Math.min(a.id, b.id)),
        eq(friendships.highId, Math.max(a.id, b.id)),
      ),
    );
  if (rows.length > 1) throw new Error('more than one row of a pair');
  return rows[0] ?? null;
}

export async function changePerson(
  db: Db,
  { id }: Person,
  values: Partial<typeof members.$inferInsert>,
): Promise<void> {
  await db.update(members).set(values).where(eq(members.id, id));
}
