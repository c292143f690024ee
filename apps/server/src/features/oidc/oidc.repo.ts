import { and, eq, or, type SQL } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { linkedIdentities, members, waitingSignUps } from '../../db/schema/index.ts';

interface Identity {
  issuer: string;
  subject: string;
}

/** The member whom the identity opens, or null. */
export async function findLinked(db: Executor, { issuer, subject }: Identity) {
  const [row] = await db
    .select(columns(linkedIdentities, 'id', 'memberId'))
    .from(linkedIdentities)
    .where(and(eq(linkedIdentities.issuer, issuer), eq(linkedIdentities.subject, subject)));
  return row ?? null;
}

/** Those of the provider: at most one. */
export function listLinked(db: Executor, memberId: number, issuer: string) {
  return db
    .select(columns(linkedIdentities, 'id', 'createdAt', 'lastUsedAt'))
    .from(linkedIdentities)
    .where(ofMember(memberId, issuer));
}

/** Whether the member has one of the provider. */
export async function hasLinked(db: Executor, memberId: number, issuer: string): Promise<boolean> {
  return (await db.$count(linkedIdentities, ofMember(memberId, issuer))) > 0;
}

function ofMember(memberId: number, issuer: string): SQL | undefined {
  return and(eq(linkedIdentities.memberId, memberId), eq(linkedIdentities.issuer, issuer));
}

/** False when the identity is linked, or the member has another one of this provider. */
export async function insertLinked(
  tx: Executor,
  values: Identity & { memberId: number; createdAt: Date },
): Promise<boolean> {
  const { rowCount } = await tx.insert(linkedIdentities).values(values).onConflictDoNothing();
  return rowCount === 1;
}

export async function updateLastUse(tx: Executor, id: number, lastUsedAt: Date): Promise<void> {
  await tx.update(linkedIdentities).set({ lastUsedAt }).where(eq(linkedIdentities.id, id));
}

/** False when the member has no such one. */
export async function deleteLinked(tx: Executor, memberId: number, id: number): Promise<boolean> {
  const { rowCount } = await tx
    .delete(linkedIdentities)
    .where(and(eq(linkedIdentities.id, id), eq(linkedIdentities.memberId, memberId)));
  return rowCount === 1;
}

/** Those of former providers too. False when there were none. */
export async function deleteAllLinked(tx: Executor, memberId: number): Promise<boolean> {
  const own = eq(linkedIdentities.memberId, memberId);
  const { rowCount } = await tx.delete(linkedIdentities).where(own);
  return (rowCount ?? 0) > 0;
}

export async function findEmail(db: Executor, memberId: number): Promise<string> {
  const [row] = await db
    .select({ email: members.email })
    .from(members)
    .where(eq(members.id, memberId));
  return row?.email ?? '';
}

interface Person {
  /** Proven. */
  email: string | null;
  username: string | null;
}

/** Whether a member has the address or the number. */
export async function hasAccount(db: Executor, { email, username }: Person): Promise<boolean> {
  const same = or(
    email === null ? undefined : eq(members.email, email),
    username === null ? undefined : eq(members.username, username),
  );
  return same !== undefined && (await db.$count(members, same)) > 0;
}

/** Whether a sign-up with the proven address waits for staff; the number of one that waits is unproven. */
export async function isWaiting(db: Executor, email: string): Promise<boolean> {
  return (await db.$count(waitingSignUps, eq(waitingSignUps.email, email))) > 0;
}
