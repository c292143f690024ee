import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';

export interface JobOptions {
  /** Not before this instant; default: at once. */
  runAt?: Date;
  /** Replaces a waiting job with this key. */
  key?: string;
  /** Jobs of one queue run one after the other, across all servers. */
  queue?: string;
}

/** Adds a job in the caller's transaction; its commit wakes a worker. */
export async function addJob(
  db: Executor,
  task: string,
  payload: Record<string, unknown>,
  { runAt, key, queue }: JobOptions = {},
): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
    queue_name => ${queue ?? null}::text, run_at => ${runAt?.toISOString() ?? null}::timestamptz,
    job_key => ${key ?? null}::text) is not null`);
}

/**
 * Unlocks the jobs of servers that crashed; graphile-worker itself waits four hours. Safe because a
 * delivery ends within 10 seconds and all other jobs are idempotent.
 */
export async function freeLostJobs(db: Executor): Promise<void> {
  await db.execute(sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs
    where locked_at < now() - case task_identifier when 'email' then interval '20 seconds'
      else interval '1 hour' end
    having count(*) > 0`);
}
