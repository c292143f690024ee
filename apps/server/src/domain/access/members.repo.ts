import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { memberRoles, members } from '../../db/schema/index.ts';

/**
 * Serialises changes of one member until the transaction ends; false for a withdrawn one, for whom nothing
 * may be stored after the erasure.
 */
export async function lockLivingMember(db: Executor, memberId: number): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.withdrawnAt)))
    .for('no key update');
  return rows.length > 0;
}

/** False when the member had the role already. */
export async function grantRole(db: Executor, values: typeof memberRoles.$inferInsert) {
  const { rowCount } = await db.insert(memberRoles).values(values).onConflictDoNothing();
  return rowCount === 1;
}
