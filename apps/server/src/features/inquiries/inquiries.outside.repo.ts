import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { outsideReporters } from '../../db/schema/index.ts';

type NewReporter = typeof outsideReporters.$inferInsert;

/** Serialises reports without an account, so that their limits and client ids are exact. */
export async function lockOutsideReports(db: Executor): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('outside reports', 0))`);
}

/** Who sent the report that is stored under the client id, as sent last; false when there is none. */
export async function replaceReporter(
  db: Executor,
  clientId: string,
  { email, name }: Pick<NewReporter, 'email' | 'name'>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(outsideReporters)
    .set({ email, name })
    .where(eq(outsideReporters.clientId, clientId));
  return rowCount === 1;
}

export async function insertOutsideReporter(db: Executor, values: NewReporter): Promise<void> {
  await db.insert(outsideReporters).values(values);
}
