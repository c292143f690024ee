import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { textArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import { emailLog, emailQueue, members, rosterEntries } from '../../db/schema/index.ts';

/** Deletes log entries of addresses that left the roster or the sign-ups, unless a member has the address. */
export async function deleteLinesOf(db: Executor, addresses: readonly string[]): Promise<void> {
  await db.delete(emailLog).where(
    sql`${emailLog.recipient} = any(${textArray(addresses)})
      and not exists (select from ${members} where ${members.email} = ${emailLog.recipient})`,
  );
}

/** Marks the log entries of an address that a member gives up, so that they are deleted with the account. */
export async function noteFormerOwner(
  db: Executor,
  memberId: number,
  address: string,
): Promise<void> {
  await db
    .update(emailLog)
    .set({ formerOwnerId: memberId })
    .where(and(eq(emailLog.recipient, address), isNull(emailLog.formerOwnerId)));
}

/**
 * Deletes the log entries and waiting e-mails of all addresses of the member: the present one, former ones
 * and that of the roster.
 */
export async function deleteEmailsOf(db: Executor, memberId: number, email: string): Promise<void> {
  const ofRoster = db
    .select({ email: rosterEntries.email })
    .from(rosterEntries)
    .where(eq(rosterEntries.memberId, memberId));
  const isOwn = or(
    eq(emailLog.recipient, email),
    eq(emailLog.formerOwnerId, memberId),
    inArray(emailLog.recipient, ofRoster),
  );
  const lines = db.select({ id: emailLog.id }).from(emailLog).where(isOwn);
  await db
    .delete(emailQueue)
    .where(or(eq(emailQueue.recipient, email), inArray(emailQueue.logId, lines)));
  await db.delete(emailLog).where(isOwn);
}
