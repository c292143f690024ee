import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { members } from '../../db/schema/index.ts';
import { AppError } from '../../platform/errors.ts';

/** Advisory lock: shared by timetable changes, exclusive for a change of a lecture's times. */
const TIMES_LOCK = 7_203_004;
/** Class of the advisory locks on one member's timetable. */
const MEMBER_LOCK = 7_203_005;

const memberLock = (memberId: number) =>
  sql`pg_advisory_xact_lock(${MEMBER_LOCK}::int, hashint8(${memberId}::bigint))`;

/**
 * Locks one member's timetable, and the times of all lectures against changes. Take it before any
 * other lock. Throws TOKEN_INVALID for a member who left, after whose erasure nothing may be stored.
 */
export async function lockTimetable(tx: Tx, memberId: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${TIMES_LOCK}), ${memberLock(memberId)}`,
  );
  // A separate statement, to see what was committed while it waited for the lock.
  const isHere = and(eq(members.id, memberId), isNull(members.withdrawnAt));
  if ((await tx.$count(members, isHere)) === 0) throw new AppError('TOKEN_INVALID');
}

/**
 * Locks one member's timetable for its erasure, but no times of lectures: a change of those may wait for
 * locks of the erasure. Take it before any lock on rows.
 */
export async function lockTimetableToErase(tx: Tx, memberId: number): Promise<void> {
  await tx.execute(sql`select ${memberLock(memberId)}`);
}

/** Locks the times of lectures for a change; no timetable changes meanwhile. */
export async function lockTimes(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TIMES_LOCK})`);
}
