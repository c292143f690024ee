import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { emailLog, emailQueue } from '../../db/schema/index.ts';
import type { Email } from '../../platform/email/email.ts';

/** What an e-mail is about: `kind` names the feature that renders it, `facts` are what it renders it from. */
export interface About {
  kind: string;
  facts: unknown;
}

export interface QueuedEmail extends Email {
  id: number;
  about: About | null;
  usefulUntil: Date | null;
  /** Id of its log entry; null for e-mails that are not logged. */
  logId: number | null;
  createdAt: Date;
}

type Values = Pick<QueuedEmail, 'about' | 'usefulUntil' | 'createdAt' | 'logId'>;

export async function insertEmail(
  db: Executor,
  { to: recipient, subject, text, html, unsubscribeUrl }: Email,
  values: Values,
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
      id: emailQueue.id,
      to: emailQueue.recipient,
      subject: emailQueue.subject,
      text: emailQueue.text,
      html: emailQueue.html,
      unsubscribeUrl: emailQueue.unsubscribeUrl,
      about: emailQueue.about,
      usefulUntil: emailQueue.usefulUntil,
      logId: emailQueue.logId,
      createdAt: emailQueue.createdAt,
      kind: emailLog.kind,
    })
    .from(emailQueue)
    .leftJoin(emailLog, eq(emailLog.id, emailQueue.logId))
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
