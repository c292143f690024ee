import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { emailQueue } from '../../db/schema/index.ts';
import type { Email } from './email.ts';

/** What an e-mail is about: the kind of what writes it, and by what that is found again. */
export interface About {
  kind: string;
  facts: unknown;
}

export interface QueuedEmail extends Email {
  about: About | null;
  usefulUntil: Date | null;
  createdAt: Date;
}

export async function insertEmail(
  db: Executor,
  { to: recipient, subject, text, html, unsubscribeUrl }: Email,
  values: { about: About | null; usefulUntil: Date | null; createdAt: Date },
): Promise<number> {
  const [row] = await db
    .insert(emailQueue)
    .values({ recipient, subject, text, html, unsubscribeUrl, ...values })
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
      about: emailQueue.about,
      usefulUntil: emailQueue.usefulUntil,
      createdAt: emailQueue.createdAt,
    })
    .from(emailQueue)
    .where(eq(emailQueue.id, id));
  return row === undefined ? null : { ...row, about: row.about as About | null };
}

export async function deleteEmail(db: Executor, id: number): Promise<void> {
  await db.delete(emailQueue).where(eq(emailQueue.id, id));
}

/** All, in the order in which they were stored. */
export function listEmails(db: Executor) {
  return db
    .select({
      id: emailQueue.id,
      about: emailQueue.about,
      unsubscribeUrl: emailQueue.unsubscribeUrl,
    })
    .from(emailQueue)
    .orderBy(emailQueue.id);
}
