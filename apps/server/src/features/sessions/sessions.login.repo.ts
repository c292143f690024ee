import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { members, secondFactors, sessions } from '../../db/schema/index.ts';
import { hasPasskey, hasSecondFactor } from '../../domain/access/second-factors.repo.ts';

export type LoginRow = NonNullable<Awaited<ReturnType<typeof findForLogin>>>;

/**
 * The member with whether it has had a session on the device, and one at all; ended sessions count
 * until they are purged. One statement whether or not the id exists.
 */
export const findForLogin = (db: Executor, username: string, deviceHash: Buffer) =>
  findLogin(db, eq(members.username, username), { deviceHash, more: {} });

export type SecondStepRow = NonNullable<Awaited<ReturnType<typeof findMemberForLogin>>>;

/** The same for a member that is known, with whether a session on the device began after the second factor was on. */
export const findMemberForLogin = (db: Executor, memberId: number, deviceHash: Buffer) =>
  findLogin(db, eq(members.id, memberId), {
    deviceHash,
    more: { hasPassedFactor: hasPassedFactor(memberId, deviceHash) },
  });

/** The password alone opened what was there before. */
function hasPassedFactor(memberId: number, deviceHash: Buffer): SQL<boolean> {
  const own = sql`select 1 from ${sessions}
    inner join ${secondFactors} on ${secondFactors.memberId} = ${sessions.memberId}
    where ${sessions.memberId} = ${memberId} and ${sessions.deviceHash} = ${deviceHash}
      and ${sessions.createdAt} >= ${secondFactors.enabledAt}`;
  return sql<boolean>`exists (${own})`;
}

async function findLogin<T extends Record<string, SQL>>(
  db: Executor,
  which: SQL,
  { deviceHash, more }: { deviceHash: Buffer; more: T },
) {
  const known = db
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.memberId, members.id), eq(sessions.deviceHash, deviceHash)));
  const any = db.select({ one: sql`1` }).from(sessions).where(eq(sessions.memberId, members.id));
  const [row] = await db
    .select({
      ...columns(members, 'id', 'passwordHash'),
      ...columns(members, 'suspendedUntil', 'suspendedReason', 'withdrawnAt', 'isDemo'),
      hasSecondFactor: hasSecondFactor(members.id),
      hasPasskey: hasPasskey(members.id),
      isKnownDevice: sql<boolean>`exists ${known}`,
      ...more,
      hasLoggedIn: sql<boolean>`exists ${any}`,
    })
    .from(members)
    .where(which);
  return row ?? null;
}

/** Stores a stronger hash of the same password unless the password changed meanwhile. */
export async function upgradePasswordHash(
  db: Executor,
  memberId: number,
  from: string,
  to: string,
): Promise<void> {
  await db
    .update(members)
    .set({ passwordHash: to })
    .where(and(eq(members.id, memberId), eq(members.passwordHash, from)));
}
