import type { Executor } from '../../db/client.ts';
import { memberRoles } from '../../db/schema/index.ts';

/** False when the member had the role already. */
export async function grantRole(db: Executor, values: typeof memberRoles.$inferInsert) {
  const { rowCount } = await db.insert(memberRoles).values(values).onConflictDoNothing();
  return rowCount === 1;
}
