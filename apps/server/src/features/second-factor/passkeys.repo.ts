import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { members, passkeys } from '../../db/schema/index.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export async function listPasskeys(db: Executor, memberId: number): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function findPasskey(db: Executor, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

/** False when the credential is known already. */
export async function insertPasskey(
  tx: Executor,
  values: typeof passkeys.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await tx.insert(passkeys).values(values).onConflictDoNothing();
  return rowCount === 1;
}

export async function updatePasskey(
  tx: Executor,
  id: number,
  values: Partial<Pick<PasskeyRow, 'counter' | 'isBackedUp' | 'lastUsedAt' | 'lockedAt'>>,
): Promise<void> {
  await tx.update(passkeys).set(values).where(eq(passkeys.id, id));
}

/** Returns the name, or null when the member has no such passkey. */
export async function deletePasskey(
  tx: Executor,
  memberId: number,
  id: number,
): Promise<string | null> {
  const [row] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.memberId, memberId), eq(passkeys.id, id)))
    .returning(columns(passkeys, 'name'));
  return row?.name ?? null;
}

export async function findEmail(db: Executor, memberId: number): Promise<string> {
  const [row] = await db
    .select({ email: members.email })
    .from(members)
    .where(eq(members.id, memberId));
  return row?.email ?? '';
}
