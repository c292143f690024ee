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
 * When staff corrected the member's e-mail address, whose owner may be another person; null once the member
 * has changed it. Only for statements with a join, in which Drizzle qualifies columns.
 */
export const addressCorrectedAt: SQL = sql`(
  select case when ${auditEntries.action} = 'member.correct' then ${auditEntries.createdAt} end
  from ${auditEntries} where ${auditEntries.targetId} = ${members.id} and ${isOfAddress}
  order by ${auditEntries.id} desc limit 1)`;

/** Until this time an address corrected at `correctedAt` cannot be used to reset the password. */
export function addressWaitsUntil(correctedAt: Date): Date {
  return addSeconds(correctedAt, LIMITS.revealWaitDays * DAY);
}

/** Until when the member's corrected address cannot be used to reset the password; null if it can. */
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
