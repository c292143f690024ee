import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';

export interface JobOptions {
  /** Not before this instant; at once unless told. */
  runAt?: Date;
  /** A waiting job with this key is replaced. */
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
 * Frees the jobs of servers that died at work; the library itself waits four hours. A delivery ends
 * within 10 seconds, all other jobs are safe to run twice.
 */
export async function freeLostJobs(db: Executor): Promise<void> {
  await db.execute(sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs
    where locked_at < now() - case task_identifier when 'email' then interval '20 seconds'
      else interval '1 hour' end
    having count(*) > 0`);
}
