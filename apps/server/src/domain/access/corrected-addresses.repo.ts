import { LIMITS } from '@naru/contract/limits';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { auditEntries, members } from '../../db/schema/index.ts';
import { addSeconds } from '../../platform/clock.ts';

const DAY = 24 * 60 * 60;

/** A mended name is no change of the address. */
const isOfAddress = sql`${auditEntries.targetType} = 'member'
  and (${auditEntries.action} = 'member.change-email'
    or ${auditEntries.action} = 'member.correct' and ${auditEntries.detail} -> 'fields' ? 'email')`;

/**
 * When another member set the e-mail address of the member, who may then be another person; null
 * after the own change that ended the wait. Only in a statement that joins tables.
 */
export const addressCorrectedAt: SQL = sql`(
  select case when ${auditEntries.action} = 'member.correct' then ${auditEntries.createdAt} end
  from ${auditEntries} where ${auditEntries.targetId} = ${members.id} and ${isOfAddress}
  order by ${auditEntries.id} desc limit 1)`;

/** Until when an address that was corrected at this time resets no password. */
export function addressWaitsUntil(correctedAt: Date): Date {
  return addSeconds(correctedAt, LIMITS.revealWaitDays * DAY);
}

/** Until when the corrected address of the member resets no password; null when it does. */
export async function findAddressWait(
  db: Executor,
  memberId: number,
  now: Date,
): Promise<Date | null> {
  const [last] = await db
    .select({ action: auditEntries.action, createdAt: auditEntries.createdAt })
    .from(auditEntries)
    .where(and(eq(auditEntries.targetId, memberId), isOfAddress))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  if (last?.action !== 'member.correct') return null;
  const until = addressWaitsUntil(last.createdAt);
  return until > now ? until : null;
}
