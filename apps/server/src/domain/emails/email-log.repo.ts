import type { EmailKind, EmailState } from '@naru/contract/emails';
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { emailLog, emailServer } from '../../db/schema/index.ts';

interface Line {
  recipient: string;
  kind: EmailKind;
  state: EmailState;
  createdAt: Date;
}

/** Returns its id. */
export async function insertLine(db: Executor, line: Line): Promise<number> {
  const [row] = await db.insert(emailLog).values(line).returning({ id: emailLog.id });
  if (row === undefined) throw new Error('The line was not stored');
  return row.id;
}

/** Ends a log entry without another try. Like the functions below, does nothing if the entry is already erased. */
export async function endLine(db: Executor, id: number, state: EmailState): Promise<void> {
  await db.update(emailLog).set({ state }).where(eq(emailLog.id, id));
}

interface Try {
  /** The address of this try; the member may have changed it since the entry was written. */
  recipient: string;
  triedAt: Date;
  state: EmailState;
  /** Null for a try that succeeded. */
  reply: string | null;
  isUnclear: boolean;
}

export async function noteTry(db: Executor, id: number, values: Try): Promise<void> {
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

/** A try failed by the mail server's fault. */
export async function noteAway(db: Executor, failedAt: Date): Promise<void> {
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
 * How many other addresses had such a failure in their last try, after `since` and after the mail server last
 * accepted an e-mail.
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

/** Deletes the entry of an earlier try outside the queue: the next try has its own. */
export async function deleteWaiting(
  db: Executor,
  { recipient, kind }: Pick<Line, 'recipient' | 'kind'>,
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
