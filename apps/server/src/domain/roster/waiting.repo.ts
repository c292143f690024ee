import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { waitingSignUps } from '../../db/schema/index.ts';

type NewWaiting = Omit<typeof waitingSignUps.$inferInsert, 'id' | 'createdAt'> & {
  createdAt: Date;
};

/** The newest sign-up that waits with this number, for the login. */
export async function findWaitingLogin(db: Executor, username: string) {
  const [row] = await db
    .select({ passwordHash: waitingSignUps.passwordHash })
    .from(waitingSignUps)
    .where(eq(waitingSignUps.username, username))
    .orderBy(desc(waitingSignUps.id))
    .limit(1);
  return row ?? null;
}

/** Whether a sign-up of another address waits with the nickname, in any case. */
export async function isNicknameWaiting(
  db: Executor,
  { nickname, email = '' }: { nickname: string; email?: string | undefined },
): Promise<boolean> {
  const rows = await db
    .select({ id: waitingSignUps.id })
    .from(waitingSignUps)
    .where(
      and(
        sql`lower(${waitingSignUps.nickname}) = lower(${nickname})`,
        ne(waitingSignUps.email, email),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Stores a sign-up, in place of an earlier one of the same address, whose owner has proven it again. It
 * gets an id of its own, so that staff decide on nothing that they have not seen. Throws a unique
 * violation when another one waits with the nickname.
 */
export async function upsertWaiting(db: Executor, values: NewWaiting): Promise<void> {
  await db
    .insert(waitingSignUps)
    .values(values)
    .onConflictDoUpdate({ target: waitingSignUps.email, set: { ...values, id: sql`default` } });
}

/** Returns the oldest of all that wait, and how many there are. */
export async function listWaitingSignUps(db: Executor, limit: number) {
  const rows = await db.select().from(waitingSignUps).orderBy(waitingSignUps.id).limit(limit);
  return { rows, total: await db.$count(waitingSignUps) };
}

/** Takes a sign-up out of the list; null when it was decided meanwhile. */
export async function takeWaiting(db: Executor, id: number) {
  const [row] = await db.delete(waitingSignUps).where(eq(waitingSignUps.id, id)).returning();
  return row ?? null;
}

/** The address has an account now. */
export async function deleteWaitingOf(db: Executor, email: string): Promise<void> {
  await db.delete(waitingSignUps).where(eq(waitingSignUps.email, email));
}
