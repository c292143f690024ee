import type { SiteSettings } from '@naru/contract/settings';
import { and, eq, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { recoveryCodes, secondFactors, settings } from '../../db/schema/index.ts';
import { holdsRoleFrom } from './roles.sql.ts';

const SETTING: keyof SiteSettings = 'staffSecondFactor';

/** Whether the member's second factor is on. */
export function hasSecondFactor(memberId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${secondFactors}
    where ${secondFactors.memberId} = ${memberId} and ${secondFactors.enabledAt} is not null)`;
}

/** Whether this installation asks a second factor of the member's roles. */
export function needsSecondFactor(memberId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`(coalesce((select ${settings.value} = 'true' from ${settings}
    where ${settings.key} = ${sql.raw(`'${SETTING}'`)}), false) and ${holdsRoleFrom(memberId, 'MANAGER')})`;
}

/** Whether the member has to set one up before using the rights of staff. */
export function isHeldBack(memberId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`(${needsSecondFactor(memberId)} and not ${hasSecondFactor(memberId)})`;
}

export async function findEnabledAt(db: Executor, memberId: number): Promise<Date | null> {
  const [row] = await db
    .select({ enabledAt: secondFactors.enabledAt })
    .from(secondFactors)
    .where(and(eq(secondFactors.memberId, memberId), isNotNull(secondFactors.enabledAt)));
  return row?.enabledAt ?? null;
}

/** Turns the second factor off with its recovery codes; false when it was not on. */
export async function deleteSecondFactor(tx: Executor, memberId: number): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId));
  const [row] = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.memberId, memberId))
    .returning({ enabledAt: secondFactors.enabledAt });
  return row !== undefined && row.enabledAt !== null;
}
