import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, sessions } from '../../db/schema/index.ts';

export interface LoginRow {
  id: number;
  passwordHash: string;
  suspendedUntil: Date | null;
  suspendedReason: string | null;
  withdrawnAt: Date | null;
  /** The device of the request has had a session of this member before. */
  isKnownDevice: boolean;
  /** The member has logged in before, within what is kept of ended sessions. */
  hasLoggedIn: boolean;
}

/** What a login needs, in one statement whether or not the id exists. */
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

/** Replaces the hash by one of the same password, unless it was changed meanwhile. */
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
