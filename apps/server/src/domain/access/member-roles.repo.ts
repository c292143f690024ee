import type { Executor } from '../../db/client.ts';
import { memberRoles } from '../../db/schema/index.ts';

/** False when the member had the role already. */
export async function grantRole(
  db: Executor,
  values: typeof memberRoles.$inferInsert,
): Promise<boolean> {
  const rows = await db
    .insert(memberRoles)
    .values(values)
    .onConflictDoNothing()
    .returning({ role: memberRoles.role });
  return rows.length > 0;
}
