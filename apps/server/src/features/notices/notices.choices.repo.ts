import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { noticeMutes } from '../../db/schema/index.ts';

/** Kinds of notices the member does not want. */
export async function listMutes(db: Executor, memberId: number): Promise<string[]> {
  const rows = await db
    .select({ kind: noticeMutes.kind })
    .from(noticeMutes)
    .where(eq(noticeMutes.memberId, memberId));
  return rows.map((row) => row.kind);
}

export async function insertMutes(
  db: Executor,
  memberId: number,
  kinds: readonly string[],
): Promise<void> {
  if (kinds.length === 0) return;
  await db
    .insert(noticeMutes)
    .values(kinds.map((kind) => ({ memberId, kind })))
    .onConflictDoNothing();
}

export async function deleteMutes(
  db: Executor,
  memberId: number,
  kinds: readonly string[],
): Promise<void> {
  if (kinds.length === 0) return;
  await db
    .delete(noticeMutes)
    .where(and(eq(noticeMutes.memberId, memberId), inArray(noticeMutes.kind, [...kinds])));
}
