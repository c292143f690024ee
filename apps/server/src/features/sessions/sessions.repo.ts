import type { Role } from '@naru/contract/roles';
import { and, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { prepare } from '../../db/fast/fast.ts';
import { hidden } from '../../db/hidden.ts';
import { members, sessions } from '../../db/schema/index.ts';
import { countedRoles } from '../../domain/access/held-back.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { lacksRequiredFactor } from '../../domain/access/second-factors.repo.ts';
import { pageReaderColumns } from '../../domain/posts/board-versions.sql.ts';
import type { Seal } from '../../platform/seal.ts';
import type { AccessClaims } from './tokens.ts';

type NewSession = typeof sessions.$inferInsert;
export type SessionRow = typeof sessions.$inferSelect;
export type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>;

/** Prepared: runs for every request. To plan for each number of sessions again would take longer than the statement. */
export function prepareFindSessions(db: Db, seal: Pick<Seal, 'seal'>) {
  const listOf = (name: string, type: string) =>
    hidden(sql`${sql.placeholder(name)}::${sql.raw(type)}[]`);
  const asked = sql`unnest(${listOf('ids', 'uuid')}, ${listOf('seals', 'bytea')}) as asked(id, seal)`;
  const select = db
    .select({
      ...columns(sessions, 'id', 'memberId', 'endsAt'),
      ...columns(members, 'suspendedUntil', 'withdrawnAt'),
      roles: rolesOf(sessions.memberId),
      lacksRequiredFactor: lacksRequiredFactor(sessions.memberId),
      isRevoked: sql<boolean>`${sessions.revokedAt} is not null`,
      ...pageReaderColumns({ memberId: sessions.memberId, seal: sql`asked.seal` }),
    })
    .from(asked)
    .innerJoin(sessions, sql`${sessions.id} = asked.id`)
    .innerJoin(members, eq(members.id, sessions.memberId));
  const query = prepare(db, 'find_session', select, { isShort: true });
  return async (callers: readonly AccessClaims[]) => {
    const ids = callers.map(({ sessionId }) => sessionId);
    const seals = callers.map(({ memberId }) => seal.seal(memberId));
    const rows = new Map((await query({ ids, seals })(db)).map((row) => [row.id, row]));
    return new Map(callers.map((caller) => [caller, rows.get(caller.sessionId) ?? null]));
  };
}

/** Runs for every page that somebody opens: of which member, device and token a session is, unless it has ended. */
export function preparePageSession(db: Db) {
  const select = db
    .select(columns(sessions, 'memberId', 'deviceHash', 'refreshHash', 'expiresAt', 'endsAt'))
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder('id')), isNull(sessions.revokedAt)));
  const query = prepare(db, 'find_page_session', select, { isShort: true });
  return async (id: string) => (await query({ id })(db))[0] ?? null;
}

/** Those of the sessions that are live and whose members are active, with their roles. */
export async function findLiveSessions(
  db: Executor,
  ids: string[],
  now: Date,
): Promise<Map<string, readonly Role[]>> {
  const isLive = and(
    inArray(sessions.id, ids),
    isNull(sessions.revokedAt),
    gt(sessions.endsAt, now),
    isActive(now),
  );
  const rows = await db
    .select({
      id: sessions.id,
      roles: rolesOf(sessions.memberId),
      lacksRequiredFactor: lacksRequiredFactor(sessions.memberId),
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(isLive);
  return new Map(rows.map((row) => [row.id, countedRoles(row).roles]));
}

/** Live sessions of the member, last used first. */
export async function listSessions(db: Executor, memberId: number, now: Date) {
  const isLive = and(
    eq(sessions.memberId, memberId),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.endsAt, now),
  );
  return db
    .select(columns(sessions, 'id', 'userAgent', 'createdAt', 'lastUsedAt'))
    .from(sessions)
    .where(isLive)
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt), sessions.id);
}

/**
 * The member of a session with what verifying its password needs; null when the session has ended
 * or the member withdrew.
 */
export async function findOwner(db: Executor, sessionId: string) {
  const [row] = await db
    .select({
      ...columns(members, 'id', 'username', 'email', 'name', 'nickname', 'passwordHash'),
      deviceHash: sessions.deviceHash,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(
      and(eq(sessions.id, sessionId), isNull(sessions.revokedAt), isNull(members.withdrawnAt)),
    );
  return row ?? null;
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
    .select({ passwordHash: members.passwordHash })
    .from(members)
    .where(and(eq(members.id, memberId), isActive(now)))
    .for('no key update');
  return row?.passwordHash ?? null;
}

/** Locks the session until the transaction ends. */
export async function findSessionForUpdate(db: Executor, id: string, now: Date) {
  const [row] = await db
    .select({
      session: sessions,
      email: members.email,
      isMemberActive: sql<boolean>`${isActive(now)}`,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(eq(sessions.id, id))
    .for('update', { of: sessions });
  return row ?? null;
}

export async function insertSession(db: Executor, values: NewSession): Promise<void> {
  await db.insert(sessions).values(values);
}

export async function updateSession(
  db: Executor,
  id: string,
  values: Partial<NewSession>,
): Promise<void> {
  await db.update(sessions).set(values).where(eq(sessions.id, id));
}

/** Until when the session counts as re-authenticated; null when it was never, or has ended. */
export async function findProvenUntil(db: Executor, id: string): Promise<Date | null> {
  const [row] = await db
    .select({ reauthUntil: sessions.reauthUntil })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
  return row?.reauthUntil ?? null;
}

/** Sets or clears the password proof; false when the session has ended. */
export async function updateProof(
  db: Executor,
  id: string,
  reauthUntil: Date | null,
): Promise<boolean> {
  const result = await db
    .update(sessions)
    .set({ reauthUntil })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
  return result.rowCount === 1;
}

/** Ends those of the sessions that have not been ended; returns whose they were and when they would have expired. */
async function revoke(db: Executor, which: SQL | undefined, now: Date) {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now, successorBox: null })
    .where(and(which, isNull(sessions.revokedAt)))
    .returning(columns(sessions, 'memberId', 'expiresAt'));
  return rows;
}

export async function revokeSession(db: Executor, id: string, now: Date): Promise<void> {
  await revoke(db, eq(sessions.id, id), now);
}

/** Also by the hash of the token before: its successor may not have arrived. Returns whose session it was. */
export async function revokeByHash(db: Executor, hash: Buffer, now: Date): Promise<number | null> {
  const isOfToken = or(eq(sessions.refreshHash, hash), eq(sessions.previousHash, hash));
  const [ended] = await revoke(db, isOfToken, now);
  return ended?.memberId ?? null;
}

export async function revokeAllSessions(db: Executor, memberId: number, now: Date): Promise<void> {
  await revoke(db, eq(sessions.memberId, memberId), now);
}

/** False when the member has no such live session. */
export async function revokeOfMember(db: Executor, memberId: number, id: string, now: Date) {
  const isOwn = and(eq(sessions.id, id), eq(sessions.memberId, memberId));
  return (await revoke(db, and(isOwn, gt(sessions.expiresAt, now)), now)).length === 1;
}

/** Ends all sessions of the member but one; returns how many of them were live. */
export async function revokeOthers(db: Executor, memberId: number, exceptId: string, now: Date) {
  const isOther = and(eq(sessions.memberId, memberId), ne(sessions.id, exceptId));
  return (await revoke(db, isOther, now)).filter(({ expiresAt }) => expiresAt > now).length;
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
  await revoke(db, inArray(sessions.id, surplus), now);
}
