import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { rosterEntries } from '../../db/schema/index.ts';

export type RosterRow = typeof rosterEntries.$inferSelect;

/** Whether the department has named its people: sign-ups must then agree with the roster. */
export async function hasRoster(db: Executor): Promise<boolean> {
  const rows = await db.select({ id: rosterEntries.id }).from(rosterEntries).limit(1);
  return rows.length > 0;
}

/** The entries with a number or an address of these people. */
export async function findEntries(
  db: Executor,
  people: readonly { username: string; email: string }[],
): Promise<RosterRow[]> {
  if (people.length === 0) return [];
  const usernames = people.map(({ username }) => username);
  const emails = people.map(({ email }) => email);
  return db
    .select()
    .from(rosterEntries)
    .where(or(inArray(rosterEntries.username, usernames), inArray(rosterEntries.email, emails)));
}

/** The entry of a link that works; null for a link that was used, replaced, withdrawn or is too old. */
export async function findInvited(db: Executor, tokenHash: Buffer, now: Date) {
  const [row] = await db
    .select()
    .from(rosterEntries)
    .where(
      and(
        eq(rosterEntries.tokenHash, tokenHash),
        isNull(rosterEntries.memberId),
        gt(rosterEntries.expiresAt, now),
      ),
    );
  return row ?? null;
}

/** Ends the entry's link and names its member; false when somebody else was faster. */
export async function joinEntry(db: Executor, id: number, memberId: number): Promise<boolean> {
  const { rowCount } = await db
    .update(rosterEntries)
    .set({ memberId, tokenHash: null, queuedAt: null, expiresAt: null })
    .where(and(eq(rosterEntries.id, id), isNull(rosterEntries.memberId)));
  return rowCount === 1;
}
