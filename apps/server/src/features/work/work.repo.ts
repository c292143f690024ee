import type { WorkEmails } from '@naru/contract/work';
import { count, eq, lt, min, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { emailQueue, workEmails } from '../../db/schema/index.ts';

/** E-mails that have waited since before `before`, and since when the oldest one has. */
export async function findStuckEmails(db: Executor, before: Date) {
  const [row] = await db
    .select({ count: count(), since: min(emailQueue.createdAt) })
    .from(emailQueue)
    .where(lt(emailQueue.createdAt, before));
  return { count: row?.count ?? 0, since: row?.since ?? null };
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
export async function markTold(
  db: Executor,
  told: { memberId: number; toldAt: Date | null; now: Date; items: string[] },
): Promise<boolean> {
  const { memberId, toldAt, now, items: toldItems } = told;
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
