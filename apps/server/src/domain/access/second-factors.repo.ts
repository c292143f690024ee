import type { SiteSettings } from '@naru/contract/settings';
import { and, eq, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { passkeys, recoveryCodes, secondFactors, settings } from '../../db/schema/index.ts';

const SETTING: keyof SiteSettings = 'staffSecondFactor';

/** Whether the member's second factor is on. */
export function hasSecondFactor(memberId: SQLWrapper): SQL<boolean> {
  const own = sql`select 1 from ${secondFactors}
    where ${secondFactors.memberId} = ${memberId} and ${secondFactors.enabledAt} is not null`;
  return sql<boolean>`exists (${own})`;
}

/** Whether the member has a passkey that is not locked; only members with a second factor can have one. */
export function hasPasskey(memberId: SQLWrapper): SQL<boolean> {
  // Drizzle drops the table names of columns in a selected expression, but not in one nested inside it.
  const own = sql`select 1 from ${passkeys}
    where ${passkeys.memberId} = ${memberId} and ${passkeys.lockedAt} is null`;
  return sql<boolean>`exists (${own})`;
}

/** Whether this installation requires a second factor of staff; read once for all rows. */
export const isAskedOfStaff: SQL<boolean> = sql<boolean>`coalesce((select ${settings.value} = 'true' from ${settings}
  where ${settings.key} = ${sql.raw(`'${SETTING}'`)}), false)`;

/**
 * Whether staff must have a second factor and the member has none. A scalar subquery: for `exists` PostgreSQL
 * may hash the whole table.
 */
export function lacksRequiredFactor(memberId: SQLWrapper): SQL<boolean> {
  const own = sql`select true from ${secondFactors}
    where ${secondFactors.memberId} = ${memberId} and ${secondFactors.enabledAt} is not null`;
  return sql<boolean>`(${isAskedOfStaff} and not coalesce((${own}), false))`;
}

export async function findEnabledAt(db: Executor, memberId: number): Promise<Date | null> {
  const [row] = await db
    .select({ enabledAt: secondFactors.enabledAt })
    .from(secondFactors)
    .where(and(eq(secondFactors.memberId, memberId), isNotNull(secondFactors.enabledAt)));
  return row?.enabledAt ?? null;
}

/** Turns the second factor off with its recovery codes and passkeys; false when it was not on. */
export async function deleteSecondFactor(tx: Executor, memberId: number): Promise<boolean> {
  await tx.delete(passkeys).where(eq(passkeys.memberId, memberId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId));
  const [row] = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.memberId, memberId))
    .returning({ enabledAt: secondFactors.enabledAt });
  return row !== undefined && row.enabledAt !== null;
}
