import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { mailQueue } from '../../db/schema/index.ts';
import type { Mail } from './mail.ts';

export interface QueuedMail extends Mail {
  id: number;
  /** Counts the try that the claim begins. */
  attempts: number;
  usefulUntil: Date | null;
  createdAt: Date;
}

export async function insertMail(
  db: Executor,
  mail: Mail,
  times: { usefulUntil: Date | null; now: Date },
): Promise<void> {
  await db.insert(mailQueue).values({
    recipient: mail.to,
    subject: mail.subject,
    text: mail.text,
    usefulUntil: times.usefulUntil,
    nextAttemptAt: times.now,
    createdAt: times.now,
  });
}

/**
 * Takes up to `limit` due mails, oldest first, and hides them from every other worker until
 * `leaseEndsAt`. A worker that dies leaves them to the next one after that.
 */
export async function claimMails(
  db: Executor,
  { now, leaseEndsAt, limit }: { now: Date; leaseEndsAt: Date; limit: number },
): Promise<QueuedMail[]> {
  const due = db
    .select({ id: mailQueue.id })
    .from(mailQueue)
    .where(and(isNull(mailQueue.sentAt), lte(mailQueue.nextAttemptAt, now)))
    .orderBy(asc(mailQueue.nextAttemptAt), asc(mailQueue.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(mailQueue)
    .set({ nextAttemptAt: leaseEndsAt, attempts: sql`${mailQueue.attempts} + 1` })
    .where(sql`${mailQueue.id} in ${due}`)
    .returning({
      id: mailQueue.id,
      to: mailQueue.recipient,
      subject: mailQueue.subject,
      text: mailQueue.text,
      attempts: mailQueue.attempts,
      usefulUntil: mailQueue.usefulUntil,
      createdAt: mailQueue.createdAt,
    });
  return rows.sort((a, b) => a.id - b.id);
}

/** The text may hold a code: it is forgotten with the delivery. */
export async function markMailSent(db: Executor, id: number, now: Date): Promise<void> {
  await db
    .update(mailQueue)
    .set({ sentAt: now, text: '', lastError: null })
    .where(eq(mailQueue.id, id));
}

export async function postponeMail(
  db: Executor,
  id: number,
  values: { nextAttemptAt: Date; lastError: string },
): Promise<void> {
  await db
    .update(mailQueue)
    .set(values)
    .where(and(eq(mailQueue.id, id), isNull(mailQueue.sentAt)));
}

/** Drops mails nobody has a use for any more; answers how many. */
export async function deleteUselessMails(
  db: Executor,
  { now, createdBefore }: { now: Date; createdBefore: Date },
): Promise<number> {
  const result = await db
    .delete(mailQueue)
    .where(
      and(
        isNull(mailQueue.sentAt),
        or(lte(mailQueue.usefulUntil, now), lte(mailQueue.createdAt, createdBefore)),
      ),
    );
  return result.rowCount ?? 0;
}
