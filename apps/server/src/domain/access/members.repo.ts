import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { feeds, memberRoles, members } from '../../db/schema/index.ts';
import { isActive } from './members.sql.ts';

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

/** Ends the addresses by which programs read for the member. A new one waits for the lock of the member. */
export async function endFeeds(tx: Executor, memberId: number): Promise<void> {
  await tx.delete(feeds).where(eq(feeds.memberId, memberId));
}

/** False when the member had the role already. */
export async function grantRole(db: Executor, values: typeof memberRoles.$inferInsert) {
  const { rowCount } = await db.insert(memberRoles).values(values).onConflictDoNothing();
  return rowCount === 1;
}

/**
 * Serialises revocations, suspensions and account deletions until the transaction ends, so that two
 * of them cannot remove the last ADMIN. Take it before any lock on rows of members.
 */
export async function lockAdmins(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`);
}

/** Id of the first ADMIN who can log in and is no account of the demo; null when there is none. */
export async function findFirstAdmin(db: Executor, now: Date): Promise<number | null> {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .innerJoin(memberRoles, eq(memberRoles.memberId, members.id))
    .where(
      and(
        eq(memberRoles.role, 'ADMIN'),
        isNull(members.withdrawnAt),
        eq(members.isDemo, false),
        isActive(now),
      ),
    )
    .orderBy(members.id)
    .limit(1);
  return row?.id ?? null;
}

/** Whether the member is an ADMIN and no other ADMIN can log in. Needs `lockAdmins`. */
export async function isLastAdmin(tx: Executor, memberId: number, now: Date): Promise<boolean> {
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .innerJoin(memberRoles, eq(memberRoles.memberId, members.id))
    .where(
      and(
        eq(memberRoles.role, 'ADMIN'),
        isNull(members.withdrawnAt),
        or(eq(members.id, memberId), isActive(now)),
      ),
    )
    .limit(2);
  return rows.length === 1 && rows[0]?.id === memberId;
}
