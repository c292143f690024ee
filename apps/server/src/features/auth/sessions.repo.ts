import { ROLES, type Role } from '@naru/contract/roles';
import { eq, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { memberRoles, members, sessions } from '../../db/schema/index.ts';

export type NewSession = typeof sessions.$inferInsert;

/** What a request needs to know of its caller, in one statement. */
export interface SessionState {
  memberId: number;
  roles: Role[];
  isRevoked: boolean;
  endsAt: Date;
  suspendedUntil: Date | null;
  withdrawnAt: Date | null;
}

/** Prepared lookup used by every request. */
export function prepareFindSession(db: Db) {
  const query = db
    .select({
      memberId: sessions.memberId,
      roles: sql<
        string[]
      >`array(select ${memberRoles.role} from ${memberRoles} where ${memberRoles.memberId} = ${sessions.memberId})`,
      isRevoked: sql<boolean>`${sessions.revokedAt} is not null`,
      endsAt: sessions.endsAt,
      suspendedUntil: members.suspendedUntil,
      withdrawnAt: members.withdrawnAt,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('find_session');
  return async (id: string): Promise<SessionState | null> => {
    const [row] = await query.execute({ id });
    if (row === undefined) return null;
    return { ...row, roles: ROLES.filter((role) => row.roles.includes(role)) };
  };
}

export async function insertSession(db: Executor, values: NewSession): Promise<void> {
  await db.insert(sessions).values(values);
}
