import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { mailQueue } from '../../db/schema/index.ts';
import type { Mail } from './email.ts';

export interface QueuedMail extends Mail {
  usefulUntil: Date | null;
  createdAt: Date;
}

export async function insertMail(
  db: Executor,
  { to: recipient, subject, text }: Mail,
  times: { usefulUntil: Date | null; createdAt: Date },
): Promise<number> {
  const [row] = await db
    .insert(mailQueue)
    .values({ recipient, subject, text, ...times })
    .returning({ id: mailQueue.id });
  if (row === undefined) throw new Error('The mail was not stored');
  return row.id;
}

export async function findMail(db: Executor, id: number): Promise<QueuedMail | null> {
  const [row] = await db
    .select({
      to: mailQueue.recipient,
      subject: mailQueue.subject,
      text: mailQueue.text,
      usefulUntil: mailQueue.usefulUntil,
      createdAt: mailQueue.createdAt,
    })
    .from(mailQueue)
    .where(eq(mailQueue.id, id));
  return row ?? null;
}

export async function deleteMail(db: Executor, id: number): Promise<void> {
  await db.delete(mailQueue).where(eq(mailQueue.id, id));
}
