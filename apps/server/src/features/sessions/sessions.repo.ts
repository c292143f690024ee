import type { Role } from '@naru/contract/roles';
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { members, sessions } from '../../db/schema/index.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';

export type NewSession = typeof sessions.$inferInsert;
export type SessionRow = typeof sessions.$inferSelect;

export interface SessionState {
  memberId: number;
  roles: Role[];
  isRevoked: boolean;
  endsAt: Date;
  suspendedUntil: Date | null;
  withdrawnAt: Date | null;
}

/** Prepared: runs on every request. */
export function prepareFindSession(db: Db) {
  const query = db
    .select({
      memberId: sessions.memberId,
      roles: rolesOf(sessions.memberId),
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
    return row ?? null;
  };
}

/** Those of the sessions that are live and whose members are active, with their roles. */
export async function findLiveSessions(
  db: Executor,
  ids: string[],
  now: Date,
): Promise<Map<string, Role[]>> {
  const rows = await db
    .select({
      id: sessions.id,
      roles: rolesOf(sessions.memberId),
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(
      and(
        inArray(sessions.id, ids),
        isNull(sessions.revokedAt),
        gt(sessions.endsAt, now),
        isActive(now),
      ),
    );
  return new Map(rows.map(({ id, roles }) => [id, roles]));
}

export async function insertSession(db: Executor, values: NewSession): Promise<void> {
  await db.insert(sessions).values(values);
}

/**
 * Serialises logins and password changes of one member until the transaction ends; returns the
 * current password hash, or null when the member may not log in.
 */
export async function lockMember(
  db: Executor,
  memberId: number,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .select({
      passwordHash: members.passwordHash,
      suspendedUntil: members.suspendedUntil,
      withdrawnAt: members.withdrawnAt,
    })
    .from(members)
    .where(eq(members.id, memberId))
    .for('no key update');
  if (row === undefined || row.withdrawnAt !== null) return null;
  const isSuspended = row.suspendedUntil !== null && row.suspendedUntil > now;
  return isSuspended ? null : row.passwordHash;
}

/** Ends the oldest live sessions of the member until `keep` are left; `newest` is never ended. */
export async function revokeBeyond(
  db: Executor,
  memberId: number,
  newest: string,
  keep: number,
  now: Date,
): Promise<void> {
  const surplus = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(eq(sessions.memberId, memberId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)),
    )
    .orderBy(sql`${sessions.id} = ${newest} desc`, desc(sessions.createdAt))
    .offset(keep);
  await db.update(sessions).set({ revokedAt: now }).where(inArray(sessions.id, surplus));
}

/** Locks the session until the transaction ends. */
export async function findSessionForUpdate(
  db: Executor,
  id: string,
  now: Date,
): Promise<{ session: SessionRow; email: string; isMemberActive: boolean } | null> {
  const [row] = await db
    .select({
      session: sessions,
      email: members.email,
      isMemberActive: sql<boolean>`${members.withdrawnAt} is null
        and (${members.suspendedUntil} is null or ${members.suspendedUntil} <= ${now})`,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(eq(sessions.id, id))
    .for('update', { of: sessions });
  return row ?? null;
}

export async function updateSession(
  db: Executor,
  id: string,
  values: Partial<NewSession>,
): Promise<void> {
  await db.update(sessions).set(values).where(eq(sessions.id, id));
}

export async function revokeSession(db: Executor, id: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now, successorBox: null })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
}

export async function revokeAllSessions(db: Executor, memberId: number, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now, successorBox: null })
    .where(and(eq(sessions.memberId, memberId), isNull(sessions.revokedAt)));
}
