import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, sessions } from '../../db/schema/index.ts';

export interface LoginRow
  extends Pick<
    typeof members.$inferSelect,
    'id' | 'passwordHash' | 'suspendedUntil' | 'suspendedReason' | 'withdrawnAt'
  > {
  /** The member has had a session on the requesting device. */
  isKnownDevice: boolean;
  /** The member has an earlier session; ended ones count until they are purged. */
  hasLoggedIn: boolean;
}

/** One statement whether or not the id exists. */
export async function findForLogin(
  db: Executor,
  username: string,
  deviceHash: Buffer,
): Promise<LoginRow | null> {
  const known = db
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.memberId, members.id), eq(sessions.deviceHash, deviceHash)));
  const any = db.select({ one: sql`1` }).from(sessions).where(eq(sessions.memberId, members.id));
  const [row] = await db
    .select({
      id: members.id,
      passwordHash: members.passwordHash,
      suspendedUntil: members.suspendedUntil,
      suspendedReason: members.suspendedReason,
      withdrawnAt: members.withdrawnAt,
      isKnownDevice: sql<boolean>`exists ${known}`,
      hasLoggedIn: sql<boolean>`exists ${any}`,
    })
    .from(members)
    .where(eq(members.username, username));
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
