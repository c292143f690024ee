import { count, min, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { emailQueue } from '../../db/schema/index.ts';

export async function pingDatabase(db: Executor): Promise<void> {
  await db.execute(sql`select 1`);
}

export interface Queue {
  waiting: number;
  /** Since when the oldest one waits. */
  oldest: Date | null;
}

/** Jobs that are due, and those whose last try failed, whenever their next one is. */
export async function readJobs(db: Executor): Promise<Queue & { failed: number }> {
  const { rows } = await db.execute<{ waiting: number; failed: number; oldest: string | null }>(
    sql`select count(*) filter (where is_due)::int as waiting,
      count(*) filter (where last_error is not null)::int as failed,
      min(run_at) filter (where is_due) as oldest
    from (select run_at, last_error, run_at <= now() and locked_at is null
      and attempts < max_attempts as is_due from graphile_worker.jobs) as job`,
  );
  const { waiting = 0, failed = 0, oldest = null } = rows[0] ?? {};
  return { waiting, failed, oldest: oldest === null ? null : new Date(oldest) };
}

export async function readEmails(db: Executor): Promise<Queue> {
  const [row] = await db
    .select({ waiting: count(), oldest: min(emailQueue.createdAt) })
    .from(emailQueue);
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest ?? null };
}
