import type { Role } from '@naru/contract/roles';
import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { memberRoles, members } from '../../db/schema/index.ts';

/** Id of a member that has not withdrawn. */
export async function findMemberId(db: Executor, username: string): Promise<number | null> {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.username, username), isNull(members.withdrawnAt)));
  return row?.id ?? null;
}

/** Answers false when the member had the role already. */
export async function insertRole(
  db: Executor,
  memberId: number,
  role: Role,
  grantedAt: Date,
): Promise<boolean> {
  const rows = await db
    .insert(memberRoles)
    .values({ memberId, role, grantedAt })
    .onConflictDoNothing()
    .returning({ role: memberRoles.role });
  return rows.length > 0;
}
