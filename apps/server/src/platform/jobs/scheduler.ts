import { Cron } from 'croner';
import type { Db } from '../../db/client.ts';
import { runExclusively } from './jobs.repo.ts';
import type { Job } from './jobs.ts';

interface Log {
  info(detail: object, text: string): void;
  error(detail: object, text: string): void;
}

interface Deps {
  db: Db;
  log: Log;
}

export interface RunningJobs {
  /** Starts no more jobs and waits for those at work. */
  stop(): Promise<void>;
}

/** Runs a job unless another server is at it; a failure is logged and tried again at the next time. */
async function runJob({ db, log }: Deps, job: Job): Promise<void> {
  try {
    const done = await runExclusively(db, job.name, () => job.run());
    if (done !== null) log.info({ job: job.name, ...done }, 'job done');
  } catch (error) {
    log.error({ job: job.name, err: error }, 'job failed');
  }
}

/** A server that is not on at night still gets its jobs done. */
const FIRST_RUN_MS = 60_000;

/**
 * Starts the clockwork, in Korean time; every server may, one of them works (advisory lock). All
 * jobs also run a minute after the start.
 */
export function startJobs(deps: Deps, jobs: Record<string, Job>): RunningJobs {
  const running = new Set<Promise<void>>();
  let isStopping = false;
  const run = async (job: Job) => {
    if (isStopping) return;
    const work = runJob(deps, job);
    running.add(work);
    await work.finally(() => running.delete(work));
  };
  const options = { timezone: 'Asia/Seoul', protect: true, unref: true };
  const crons = Object.values(jobs).map((job) => new Cron(job.schedule, options, () => run(job)));
  const first = setTimeout(async () => {
    for (const job of Object.values(jobs)) await run(job);
  }, FIRST_RUN_MS).unref();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(first);
      for (const cron of crons) cron.stop();
      await Promise.all(running);
    },
  };
}
