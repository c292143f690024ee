import type { EmailKind, EmailState } from '@naru/contract/emails';
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { emailLog, emailServer } from '../../db/schema/index.ts';

interface Entry {
  recipient: string;
  kind: EmailKind;
  state: EmailState;
  createdAt: Date;
}

/** Returns the id of the new entry. */
export async function insertEntry(db: Executor, entry: Entry): Promise<number> {
  const [row] = await db.insert(emailLog).values(entry).returning({ id: emailLog.id });
  if (row === undefined) throw new Error('The entry was not stored');
  return row.id;
}

/** Ends an entry without another attempt. Like the functions below, does nothing if the entry is already erased. */
export async function endEntry(db: Executor, id: number, state: EmailState): Promise<void> {
  await db.update(emailLog).set({ state }).where(eq(emailLog.id, id));
}

interface Attempt {
  /** The address of this attempt; the member may have changed it since the entry was written. */
  recipient: string;
  triedAt: Date;
  state: EmailState;
  /** Null for an attempt that succeeded. */
  reply: string | null;
  /** The reply may be about this e-mail alone or about everything that this site sends. */
  isUnclear: boolean;
}

export async function recordAttempt(db: Executor, id: number, values: Attempt): Promise<void> {
  await db
    .update(emailLog)
    .set({ ...values, attempts: sql`${emailLog.attempts} + 1` })
    .where(eq(emailLog.id, id));
}

/** The mail server accepted an e-mail. */
export async function noteAccepted(db: Executor, acceptedAt: Date): Promise<void> {
  const values = { acceptedAt, failingSince: null };
  await db
    .insert(emailServer)
    .values(values)
    .onConflictDoUpdate({ target: emailServer.id, set: values });
}

/** An attempt failed by the mail server's fault: e-mails are failing since then, unless they already were. */
export async function noteServerFailure(db: Executor, failedAt: Date): Promise<void> {
  await db
    .insert(emailServer)
    .values({ failedAt, failingSince: failedAt })
    .onConflictDoUpdate({
      target: emailServer.id,
      set: {
        failedAt,
        failingSince: sql`coalesce(${emailServer.failingSince}, excluded.failing_since)`,
      },
    });
}

/**
 * How many other addresses were refused in their last attempt (with `isUnclear`: got an unclear reply), after
 * `since` and after the mail server last accepted an e-mail. Many mean that the server is at fault, not the
 * addresses. Refused codes do not count: anybody may ask for codes to addresses that do not exist.
 */
export async function countFaultsElsewhere(
  db: Executor,
  recipient: string,
  { isUnclear, since }: { isUnclear: boolean; since: Date },
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct recipient)::int as count from ${emailLog}
    where (is_unclear or state = 'FAILED') and is_unclear = ${isUnclear} and recipient <> ${recipient}
      and (is_unclear or kind <> 'CODE')
      and tried_at > greatest(${since.toISOString()}::timestamptz, (select accepted_at from ${emailServer}))`);
  return rows[0]?.count ?? 0;
}

/** Deletes the entry of an earlier attempt outside the queue: the next attempt has its own. */
export async function deleteWaiting(
  db: Executor,
  { recipient, kind }: Pick<Entry, 'recipient' | 'kind'>,
): Promise<void> {
  await db
    .delete(emailLog)
    .where(
      and(
        eq(emailLog.recipient, recipient),
        eq(emailLog.kind, kind),
        eq(emailLog.state, 'WAITING'),
      ),
    );
}

/** Since when no e-mail gets through, and when that was last found; null while e-mails get through. */
export async function findFailing(db: Executor): Promise<{ since: Date; lastAt: Date } | null> {
  const [row] = await db
    .select({ since: emailServer.failingSince, lastAt: emailServer.failedAt })
    .from(emailServer);
  const { since = null, lastAt = null } = row ?? {};
  return since === null || lastAt === null ? null : { since, lastAt };
}

/**
 * Whether the mailbox refused an e-mail, or accepted none until it expired, and has received nothing since.
 * Known as long as the log has the entry.
 */
export const isRefused = (address: SQLWrapper): SQL<boolean> =>
  sql<boolean>`${address} in (select failed.recipient from ${emailLog} failed
    where failed.state = 'FAILED' and not failed.is_unclear and not exists (
      select from ${emailLog} later
      where later.recipient = failed.recipient and later.id > failed.id and later.state = 'SENT'))`;
