import { and, asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { alertWords } from '../../db/schema/index.ts';

/** One change of the member's words at a time, until the transaction ends. */
export async function lockWords(db: Executor, memberId: number): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`alert words ${memberId}`}::text, 0))`,
  );
}

/** In the order in which they were added. */
export async function listWords(db: Executor, memberId: number) {
  return db
    .select({ word: alertWords.word, folded: alertWords.folded })
    .from(alertWords)
    .where(eq(alertWords.memberId, memberId))
    .orderBy(asc(alertWords.createdAt), asc(alertWords.folded));
}

export async function insertWord(
  db: Executor,
  values: typeof alertWords.$inferInsert,
): Promise<void> {
  await db.insert(alertWords).values(values).onConflictDoNothing();
}

export async function deleteWord(db: Executor, memberId: number, folded: string): Promise<void> {
  await db
    .delete(alertWords)
    .where(and(eq(alertWords.memberId, memberId), eq(alertWords.folded, folded)));
}
