import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { emailQueue } from '../../db/schema/index.ts';
import type { Email } from './email.ts';

export interface QueuedEmail extends Email {
  usefulUntil: Date | null;
  createdAt: Date;
}

export async function insertEmail(
  db: Executor,
  { to: recipient, subject, text, html, unsubscribeUrl }: Email,
  times: { usefulUntil: Date | null; createdAt: Date },
): Promise<number> {
  const [row] = await db
    .insert(emailQueue)
    .values({ recipient, subject, text, html, unsubscribeUrl, ...times })
    .returning({ id: emailQueue.id });
  if (row === undefined) throw new Error('The mail was not stored');
  return row.id;
}

export async function findEmail(db: Executor, id: number): Promise<QueuedEmail | null> {
  const [row] = await db
    .select({
      to: emailQueue.recipient,
      subject: emailQueue.subject,
      text: emailQueue.text,
      html: emailQueue.html,
      unsubscribeUrl: emailQueue.unsubscribeUrl,
      usefulUntil: emailQueue.usefulUntil,
      createdAt: emailQueue.createdAt,
    })
    .from(emailQueue)
    .where(eq(emailQueue.id, id));
  return row ?? null;
}

export async function deleteEmail(db: Executor, id: number): Promise<void> {
  await db.delete(emailQueue).where(eq(emailQueue.id, id));
}

/** All, in the order in which they were stored. */
export function listEmails(db: Executor): Promise<{ id: number; unsubscribeUrl: string | null }[]> {
  return db
    .select({ id: emailQueue.id, unsubscribeUrl: emailQueue.unsubscribeUrl })
    .from(emailQueue)
    .orderBy(emailQueue.id);
}
