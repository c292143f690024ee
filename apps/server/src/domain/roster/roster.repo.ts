import { and, eq, getTableColumns, gt, isNull, or, sql } from 'drizzle-orm';
import { textArray } from '../../db/arrays.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { offSince } from '../../db/off-time.ts';
import { rosterEntries } from '../../db/schema/index.ts';

/** Until when an invitation can be used; null without one. A day on which the site was off does not count. */
export const invitationEnd =
  sql<Date | null>`(${rosterEntries.expiresAt} + ${offSince(rosterEntries.invitedAt)})`.mapWith(
    rosterEntries.expiresAt,
  );

export type RosterRow = typeof rosterEntries.$inferSelect;

/** Whether the department has named its people: sign-ups must then agree with the roster. */
export async function hasRoster(db: Executor): Promise<boolean> {
  const rows = await db.select({ id: rosterEntries.id }).from(rosterEntries).limit(1);
  return rows.length > 0;
}

/**
 * The entries with a number or an address of these people; with `isLocked` nobody joins by them or
 * changes them until the transaction ends.
 */
export async function findEntries(
  db: Executor,
  people: readonly { username: string; email: string }[],
  { isLocked = false } = {},
): Promise<RosterRow[]> {
  if (people.length === 0) return [];
  const usernames = people.map(({ username }) => username);
  const emails = people.map(({ email }) => email);
  const entries = db
    .select()
    .from(rosterEntries)
    .where(
      or(
        sql`${rosterEntries.username} = any(${textArray(usernames)})`,
        sql`${rosterEntries.email} = any(${textArray(emails)})`,
      ),
    )
    .orderBy(rosterEntries.id);
  return isLocked ? entries.for('update') : entries;
}

/** The entry of a link that works; null for a link that was used, replaced, withdrawn or is too old. */
export async function findInvited(db: Executor, tokenHash: Buffer, now: Date) {
  const [row] = await selectInvited(db, tokenHash, now);
  return row ?? null;
}

/** `findInvited`, locked until the transaction ends. */
export async function lockInvited(tx: Tx, tokenHash: Buffer, now: Date) {
  const [row] = await selectInvited(tx, tokenHash, now).for('update');
  return row ?? null;
}

function selectInvited(db: Executor, tokenHash: Buffer, now: Date) {
  return db
    .select({ ...getTableColumns(rosterEntries), expiresAt: invitationEnd })
    .from(rosterEntries)
    .where(
      and(
        eq(rosterEntries.tokenHash, tokenHash),
        isNull(rosterEntries.memberId),
        gt(invitationEnd, now),
      ),
    );
}

/**
 * Ends the entry's link and names its member; false when somebody else was faster, or when a file
 * changed what the entry says.
 */
export async function joinEntry(
  db: Executor,
  { id, name, email, role }: RosterRow,
  memberId: number,
): Promise<boolean> {
  const { rowCount } = await db
    .update(rosterEntries)
    .set({ memberId, tokenHash: null, queuedAt: null, expiresAt: null })
    .where(
      and(
        eq(rosterEntries.id, id),
        isNull(rosterEntries.memberId),
        eq(rosterEntries.name, name),
        eq(rosterEntries.email, email),
        eq(rosterEntries.role, role),
      ),
    );
  return rowCount === 1;
}

/**
 * Whether a verified address may make the member a student: always without a roster, otherwise if the roster
 * has it for this member.
 */
export async function mayBecomeStudent(
  db: Executor,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  if (!(await hasRoster(db))) return true;
  const { memberId, role } = rosterEntries;
  const isNamed = and(eq(memberId, id), eq(rosterEntries.email, email), eq(role, 'STUDENT'));
  const rows = await db.select({ id: rosterEntries.id }).from(rosterEntries).where(isNamed);
  return rows.length > 0;
}
