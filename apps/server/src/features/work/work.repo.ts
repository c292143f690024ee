import type { WorkEmails } from '@naru/contract/work';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { emailQueue, members, rosterEntries, workEmails } from '../../db/schema/index.ts';
import { isRefused } from '../../domain/emails/email-log.repo.ts';

/** E-mails that are not sent yet. */
export function countEmails(db: Executor): Promise<number> {
  return db.$count(emailQueue);
}

/** Addresses of members and of open invitations that the mail server refuses. */
export async function countRefused(db: Executor): Promise<number> {
  const ofMembers = and(isNull(members.withdrawnAt), isRefused(members.email));
  const ofRoster = and(isNull(rosterEntries.memberId), isNotNull(rosterEntries.refusedAt));
  return (await db.$count(members, ofMembers)) + (await db.$count(rosterEntries, ofRoster));
}

export interface EmailChoice {
  choice: WorkEmails;
  toldAt: Date | null;
  /** What the last e-mail counted. */
  toldItems: readonly string[];
}

const DEFAULT: EmailChoice = { choice: 'DAILY', toldAt: null, toldItems: [] };

export async function findChoice(db: Executor, memberId: number): Promise<EmailChoice> {
  const [row] = await db
    .select({
      choice: workEmails.choice,
      toldAt: workEmails.toldAt,
      toldItems: workEmails.toldItems,
    })
    .from(workEmails)
    .where(eq(workEmails.memberId, memberId));
  return row ?? DEFAULT;
}

export async function saveChoice(db: Executor, memberId: number, choice: WorkEmails) {
  await db
    .insert(workEmails)
    .values({ memberId, choice })
    .onConflictDoUpdate({ target: workEmails.memberId, set: { choice } });
}

/** False when another server was faster since `toldAt` was read. */
export async function markSent(
  db: Executor,
  sent: { memberId: number; toldAt: Date | null; now: Date; items: string[] },
): Promise<boolean> {
  const { memberId, toldAt, now, items: toldItems } = sent;
  const { rowCount } = await db
    .insert(workEmails)
    .values({ memberId, toldAt: now, toldItems })
    .onConflictDoUpdate({
      target: workEmails.memberId,
      set: { toldAt: now, toldItems },
      setWhere: sql`${workEmails.toldAt} is not distinct from ${toldAt?.toISOString() ?? null}::timestamptz`,
    });
  return rowCount === 1;
}
