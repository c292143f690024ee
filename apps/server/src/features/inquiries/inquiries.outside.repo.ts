import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { outsideReporters } from '../../db/schema/index.ts';

type NewReporter = typeof outsideReporters.$inferInsert;

/** Serialises reports without an account, so that their limits and client ids are exact. */
export async function lockOutsideReports(db: Executor): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('outside reports', 0))`);
}

/** Whether a report was stored under the client id before. */
export async function isReportStored(db: Executor, clientId: string): Promise<boolean> {
  return (await db.$count(outsideReporters, eq(outsideReporters.clientId, clientId))) > 0;
}

export async function insertOutsideReporter(db: Executor, values: NewReporter): Promise<void> {
  await db.insert(outsideReporters).values(values);
}
