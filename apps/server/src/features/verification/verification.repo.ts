import { and, desc, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { members, resetFlows, verifications } from '../../db/schema/index.ts';
import { sha256 } from '../../platform/secrets.ts';

/** A code is valid for this purpose, member and browser only. */
export type CodeTarget = Pick<
  typeof verifications.$inferSelect,
  'purpose' | 'email' | 'memberId' | 'flowHash'
>;

export type LiveCode = NonNullable<Awaited<ReturnType<typeof findCodeForUpdate>>>;

/**
 * The sign-up of the browser with this flow cookie: without the cookie the proof of an address
 * cannot be used.
 */
export function signupTarget(email: string, flow: string | null): CodeTarget {
  return { purpose: 'signup', email, memberId: null, flowHash: sha256(flow ?? '') };
}

function isOf({ purpose, email, memberId, flowHash }: CodeTarget): SQL | undefined {
  return and(
    eq(verifications.purpose, purpose),
    eq(verifications.email, email),
    memberId === null ? isNull(verifications.memberId) : eq(verifications.memberId, memberId),
    flowHash === null ? isNull(verifications.flowHash) : eq(verifications.flowHash, flowHash),
  );
}

/** Invalidates the open code; an existing proof stays. */
export async function replaceCodes(db: Executor, target: CodeTarget, now: Date): Promise<void> {
  await db
    .update(verifications)
    .set({ replacedAt: now })
    .where(and(isOf(target), isNull(verifications.replacedAt), isNull(verifications.verifiedAt)));
}

export async function insertCode(
  db: Executor,
  target: CodeTarget,
  values: { codeHash: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(verifications).values({ ...target, ...values });
}

/** The newest code that is neither replaced nor used, locked until the transaction ends. */
export async function findCodeForUpdate(db: Executor, target: CodeTarget) {
  const [row] = await db
    .select(columns(verifications, 'id', 'codeHash', 'attempts', 'expiresAt', 'verifiedAt'))
    .from(verifications)
    .where(and(isOf(target), isNull(verifications.replacedAt), isNull(verifications.usedAt)))
    .orderBy(desc(verifications.id))
    .limit(1)
    .for('update');
  return row ?? null;
}

export async function updateCode(
  db: Executor,
  id: number,
  values: { attempts?: number; verifiedAt?: Date; flowHash?: Buffer },
): Promise<void> {
  await db.update(verifications).set(values).where(eq(verifications.id, id));
}

/** State of the proofs made after `since`. */
export async function findProof(
  db: Executor,
  target: CodeTarget,
  since: Date,
): Promise<'open' | 'used' | 'none'> {
  const rows = await db
    .select({ usedAt: verifications.usedAt })
    .from(verifications)
    .where(and(isOf(target), gt(verifications.verifiedAt, since)));
  if (rows.length === 0) return 'none';
  return rows.some((row) => row.usedAt === null) ? 'open' : 'used';
}

/** Consumes the proofs made after `since`; false when a parallel request was faster. */
export async function useProof(
  db: Executor,
  target: CodeTarget,
  since: Date,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(verifications)
    .set({ usedAt: now })
    .where(and(isOf(target), gt(verifications.verifiedAt, since), isNull(verifications.usedAt)))
    .returning({ id: verifications.id });
  return rows.length > 0;
}

export async function insertFlow(
  db: Executor,
  values: typeof resetFlows.$inferInsert,
): Promise<void> {
  await db.insert(resetFlows).values(values);
}

/** Moves the open code of a reset into another flow of the same member, and ends the flow that had it. */
export async function replaceFlow(
  tx: Executor,
  memberId: number,
  former: Buffer,
  flowHash: Buffer,
): Promise<void> {
  const isOpen = and(isNull(verifications.replacedAt), isNull(verifications.verifiedAt));
  await tx
    .update(verifications)
    .set({ flowHash })
    .where(
      and(
        eq(verifications.purpose, 'reset'),
        eq(verifications.memberId, memberId),
        eq(verifications.flowHash, former),
        isOpen,
      ),
    );
  await tx
    .delete(resetFlows)
    .where(and(eq(resetFlows.flowHash, former), eq(resetFlows.memberId, memberId)));
}

/** Null when the reset expired or the member withdrew. */
export async function findFlowMember(db: Executor, flowHash: Buffer, now: Date) {
  const [row] = await db
    .select(columns(members, 'id', 'username', 'email', 'name', 'nickname'))
    .from(resetFlows)
    .innerJoin(members, eq(members.id, resetFlows.memberId))
    .where(
      and(
        eq(resetFlows.flowHash, flowHash),
        gt(resetFlows.expiresAt, now),
        isNull(members.withdrawnAt),
      ),
    );
  return row ?? null;
}

/** Also invalidates their codes, which are looked up through the flow. */
export async function deleteFlows(db: Executor, memberId: number): Promise<void> {
  await db.delete(resetFlows).where(eq(resetFlows.memberId, memberId));
}
