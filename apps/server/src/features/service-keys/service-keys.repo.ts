import { LIMITS } from '@naru/contract/limits';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { members, serviceKeys } from '../../db/schema/index.ts';

/** Revoked keys in the list. */
const REVOKED_SHOWN = 20;

/** Serialises making keys until the transaction ends, so that their limit holds. */
export async function lockKeys(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('service keys', 0))`);
}

export function countWorking(db: Executor): Promise<number> {
  return db.$count(serviceKeys, isNull(serviceKeys.revokedAt));
}

type NewKey = Pick<
  typeof serviceKeys.$inferInsert,
  'name' | 'prefix' | 'keyHash' | 'createdBy' | 'createdAt'
>;

export async function insertKey(db: Executor, values: NewKey): Promise<number> {
  const [row] = await db.insert(serviceKeys).values(values).returning({ id: serviceKeys.id });
  if (row === undefined) throw new Error('the key was not stored');
  return row.id;
}

/** Those that work, newest first, then the last revoked ones. */
export async function listKeys(db: Executor) {
  const working = await selectKeys(db)
    .where(isNull(serviceKeys.revokedAt))
    .orderBy(desc(serviceKeys.createdAt), desc(serviceKeys.id))
    .limit(LIMITS.serviceKeys);
  const revoked = await selectKeys(db)
    .where(isNotNull(serviceKeys.revokedAt))
    .orderBy(desc(serviceKeys.revokedAt), desc(serviceKeys.id))
    .limit(REVOKED_SHOWN);
  return [...working, ...revoked];
}

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

function selectKeys(db: Executor) {
  return db
    .select({
      id: serviceKeys.id,
      name: serviceKeys.name,
      prefix: serviceKeys.prefix,
      createdAt: serviceKeys.createdAt,
      lastUsedAt: serviceKeys.lastUsedAt,
      uses: serviceKeys.uses,
      revokedAt: serviceKeys.revokedAt,
      nickname: members.nickname,
      withdrawnAt: members.withdrawnAt,
    })
    .from(serviceKeys)
    .innerJoin(members, eq(members.id, serviceKeys.createdBy))
    .$dynamic();
}

/** Locks the key until the transaction ends. */
export async function lockKey(tx: Executor, id: number) {
  const [row] = await tx
    .select({ name: serviceKeys.name, revokedAt: serviceKeys.revokedAt })
    .from(serviceKeys)
    .where(eq(serviceKeys.id, id))
    .for('update');
  return row ?? null;
}

export async function revokeKey(
  tx: Executor,
  id: number,
  values: { revokedAt: Date; revokedBy: number },
): Promise<void> {
  await tx.update(serviceKeys).set(values).where(eq(serviceKeys.id, id));
}

/** The working key with this hash. */
export async function findWorking(db: Executor, keyHash: Buffer) {
  const [row] = await db
    .select({ id: serviceKeys.id, name: serviceKeys.name })
    .from(serviceKeys)
    .where(and(eq(serviceKeys.keyHash, keyHash), isNull(serviceKeys.revokedAt)));
  return row ?? null;
}

/** Counts a use; false for a key that was revoked meanwhile. */
export async function markUsed(tx: Executor, id: number, lastUsedAt: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(serviceKeys)
    .set({ lastUsedAt, uses: sql`${serviceKeys.uses} + 1` })
    .where(and(eq(serviceKeys.id, id), isNull(serviceKeys.revokedAt)));
  return rowCount === 1;
}
