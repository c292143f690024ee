import { sql } from 'drizzle-orm';
import type { TestApp } from './test-app.ts';

/** How many statements of the test's database wait for a lock. */
export async function countWaiting({ db }: Pick<TestApp, 'db'>): Promise<number> {
  const { rowCount } = await db.execute(sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rowCount ?? 0;
}
