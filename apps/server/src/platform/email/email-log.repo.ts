import type { EmailKind, EmailState } from '@naru/contract/emails';
import { eq, sql } from 'drizzle-orm';
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

/** Ends a line without another try. A line that is erased already stays so, also below. */
export async function endLine(db: Executor, id: number, state: EmailState): Promise<void> {
  await db.update(emailLog).set({ state }).where(eq(emailLog.id, id));
}

interface Try {
  /** The address of the try, where another one may have become the member's meanwhile. */
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

/** The mail server took an e-mail. */
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
 * Whether the last try to another address had an unclear reply, too, and nothing was taken since: then both
 * replies are about all that this site sends.
 */
export async function isUnclearElsewhere(db: Executor, recipient: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (
    select 1 from ${emailLog} where is_unclear and recipient <> ${recipient}
      and tried_at > coalesce((select accepted_at from ${emailServer}), '-infinity')) as found`);
  return rows[0]?.found ?? false;
}

/** Since when nothing gets through, and when that was last found; null while e-mails get through. */
export async function findFailing(db: Executor): Promise<{ since: Date; lastAt: Date } | null> {
  const [row] = await db
    .select({ since: emailServer.failingSince, lastAt: emailServer.failedAt })
    .from(emailServer);
  const { since = null, lastAt = null } = row ?? {};
  return since === null || lastAt === null ? null : { since, lastAt };
}
