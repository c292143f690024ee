import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { members, recoveryCodes, secondFactors } from '../../db/schema/index.ts';
import { findEnabledAt, isAskedOfStaff } from '../../domain/access/second-factors.repo.ts';

export type FactorRow = NonNullable<Awaited<ReturnType<typeof findFactor>>>;

/** The factor, begun or on, with the member's address. Lock the member before a change. */
export async function findFactor(db: Executor, memberId: number) {
  const [row] = await db
    .select({
      ...columns(secondFactors, 'memberId', 'secret', 'lastStep', 'begunAt', 'enabledAt'),
      email: members.email,
    })
    .from(secondFactors)
    .innerJoin(members, eq(members.id, secondFactors.memberId))
    .where(eq(secondFactors.memberId, memberId));
  return row ?? null;
}

/** Whether the second factor is on. Lock the member before what depends on it. */
export async function isOn(db: Executor, memberId: number): Promise<boolean> {
  return (await findEnabledAt(db, memberId)) !== null;
}

export async function findState(db: Executor, memberId: number) {
  const left = db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.memberId, members.id), isNull(recoveryCodes.usedAt)),
  );
  const [row] = await db
    .select({
      enabledAt: secondFactors.enabledAt,
      recoveryCodesLeft: sql<number>`${left}`.mapWith(Number),
      isAsked: isAskedOfStaff,
    })
    .from(members)
    .leftJoin(secondFactors, eq(secondFactors.memberId, members.id))
    .where(eq(members.id, memberId));
  return row ?? null;
}

/** Replaces a key that is not confirmed yet. */
export async function beginFactor(
  tx: Executor,
  values: { memberId: number; secret: Buffer; begunAt: Date },
): Promise<void> {
  await tx
    .insert(secondFactors)
    .values(values)
    .onConflictDoUpdate({
      target: secondFactors.memberId,
      set: values,
      setWhere: isNull(secondFactors.enabledAt),
    });
}

export async function updateFactor(
  tx: Executor,
  memberId: number,
  values: { lastStep: number; enabledAt?: Date },
): Promise<void> {
  await tx.update(secondFactors).set(values).where(eq(secondFactors.memberId, memberId));
}

/** Replaces the whole set. */
export async function replaceRecoveryCodes(
  tx: Executor,
  memberId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ memberId, codeHash })));
}

/** False for a code that is unknown or used. */
export async function useRecoveryCode(
  tx: Executor,
  memberId: number,
  codeHash: Buffer,
  usedAt: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(recoveryCodes)
    .set({ usedAt })
    .where(
      and(
        eq(recoveryCodes.memberId, memberId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    );
  return rowCount === 1;
}

export async function hasRecoveryCode(
  tx: Executor,
  memberId: number,
  codeHash: Buffer,
): Promise<boolean> {
  const isUnused = and(eq(recoveryCodes.memberId, memberId), isNull(recoveryCodes.usedAt));
  return (
    (await tx.$count(recoveryCodes, and(isUnused, eq(recoveryCodes.codeHash, codeHash)))) === 1
  );
}

export async function countRecoveryCodes(tx: Executor, memberId: number): Promise<number> {
  return tx.$count(
    recoveryCodes,
    and(eq(recoveryCodes.memberId, memberId), isNull(recoveryCodes.usedAt)),
  );
}
