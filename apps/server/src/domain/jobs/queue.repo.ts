import { sql } from 'drizzle-orm';
import { textArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import { BACKUP_LOCK, PROOF_LOCK } from '../../db/locks.ts';
import { addSeconds } from '../../platform/clock.ts';
import { BACKUP_QUEUE } from '../backups/backup-tasks.ts';

/** The queue of jobs that run one after the other. */
export const BACKGROUND = 'background';
/** Priority of jobs for which somebody waits at a form. */
export const FIRST = -10;
/**
 * Priority of jobs that wait until no other job is due, such as thousands of push messages and digests;
 * others have 0.
 */
export const LAST = 10;

interface JobOptions {
  runAt?: Date;
  key?: string;
  queue?: string;
  priority?: number;
}

/**
 * Adds a job in the caller's transaction; its commit wakes a worker. It runs at `runAt` or at once,
 * replaces a waiting job with the same `key`, and alone among the jobs of its `queue`. Jobs of a lower
 * `priority` go first.
 */
export async function addJob(
  db: Executor,
  task: string,
  payload: Record<string, unknown>,
  { runAt, key, queue, priority }: JobOptions = {},
): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
    queue_name => ${queue ?? null}::text, run_at => ${runAt?.toISOString() ?? null}::timestamptz,
    job_key => ${key ?? null}::text, priority => ${priority ?? null}::integer) is not null`);
}

/** Whether a job with one of these names is due or runs. */
export async function isJobPending(db: Executor, tasks: readonly string[]): Promise<boolean> {
  const names = sql.join(
    tasks.map((task) => sql`${task}`),
    sql`, `,
  );
  const { rows } = await db.execute(sql`select 1 from graphile_worker.jobs
    where task_identifier in (${names}) and (locked_at is not null or run_at <= now())
      and attempts < max_attempts limit 1`);
  return rows.length > 0;
}

/** Removes jobs with these keys that no worker has taken. */
export async function removeWaiting(db: Executor, keys: readonly string[]): Promise<void> {
  await db.execute(sql`select graphile_worker.remove_job(key) is not null from graphile_worker.jobs
    where key = any(${textArray(keys)}) and locked_at is null`);
}

/**
 * Unlocks the jobs of servers that crashed; graphile-worker itself waits four hours. Safe because a
 * delivery ends within 10 seconds and all other jobs are idempotent. Backups and proofs hold a lock of the database
 * while they run, however long that takes.
 */
export async function freeLostJobs(db: Executor): Promise<void> {
  await db.execute(sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs
    where locked_at < now() - case
      when task_identifier in ('email', 'email-about', 'push', 'push-about', 'push-message') then interval '20 seconds'
      when queue_name = ${BACKUP_QUEUE} then interval '1 minute' else interval '1 hour' end
      and (queue_name is distinct from ${BACKUP_QUEUE} or not exists (
        select from pg_locks where locktype = 'advisory' and classid = 0 and granted
          and objid in (${BACKUP_LOCK}, ${PROOF_LOCK})))
    having count(*) > 0`);
}

/**
 * Corrects the times of jobs that were stored while the clock was ahead; otherwise jobs would wait, or stay
 * locked, until that time comes. A deleted schedule goes on with its next run.
 */
export async function bringBackJobs(db: Executor, now: Date): Promise<void> {
  const latest = addSeconds(now, 60).toISOString();
  await db.execute(sql`delete from graphile_worker._private_known_crontabs
    where greatest(known_since, last_execution) > ${latest}::timestamptz`);
  // By the clock of the database, which sets these times.
  await db.execute(sql`update graphile_worker._private_jobs
    set run_at = greatest(now(), run_at - (greatest(created_at, updated_at, locked_at) - now())),
      created_at = least(created_at, now()), updated_at = least(updated_at, now()), locked_at = least(locked_at, now())
    where greatest(created_at, updated_at, locked_at) > now()`);
  await db.execute(
    sql`update graphile_worker._private_job_queues set locked_at = now() where locked_at > now()`,
  );
}
