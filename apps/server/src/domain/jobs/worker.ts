import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { DatabaseClient } from '../../db/client.ts';
import type { Log } from '../../platform/log.ts';
import { jobRuns } from '../../platform/metrics/counters.ts';
import type { Job } from './jobs.ts';
import { addJob, BACKGROUND, bringBackJobs, freeLostJobs } from './queue.repo.ts';

/** Concurrent jobs per server; above 1 so that a slow mail server does not block other jobs. */
const CONCURRENCY = 10;
/** New jobs wake the worker; retries, which become due later, are found by polling. */
const POLL_MS = 10_000;
const FREE_LOST_MS = 10_000;
/** Runs the jobs on servers that are off at night, too. */
const FIRST_RUN_MS = 60_000;
/** How soon a server notices that jobs have to wait or go on. */
const GATE_MS = 2_000;
/** A missed run is made up for if it is at most this late. */
const MISSED_MS = 24 * 60 * 60 * 1000;
const RESTART_MS = 5_000;

/** Which jobs wait: none, those that reach people or other sites, or those that store anything. */
export type GateState = 'open' | 'outgoing' | 'readOnly';

/** Jobs that wait are not taken from the queue. */
export interface Gate {
  findState(): Promise<GateState>;
  waits(name: string, state: GateState): boolean;
  /** Pause between two checks of the gate; two seconds by default. */
  lookMs?: number;
}

const OPEN: Gate = { findState: async () => 'open', waits: () => false };
const STATE_TEXTS: Record<Exclude<GateState, 'open'>, string> = {
  outgoing: 'everything outgoing is held',
  readOnly: 'the site is read-only: jobs wait',
};

interface Deps extends Pick<DatabaseClient, 'db' | 'pool'> {
  log: Log;
  /** Open by default. */
  gate?: Gate;
  /** Pause before a worker that ended is started again. */
  restartMs?: number;
}

/** Options of graphile-worker that tests share with the server. */
export function workerOptions({ pool, log }: Pick<Deps, 'pool' | 'log'>) {
  return {
    pgPool: pool,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ message }, 'job worker');
      else log.trace({ message }, 'job worker');
    }),
  };
}

export function cronItems(jobs: Record<string, Job>) {
  return parseCronItems(
    Object.entries(jobs).map(([name, { schedule, queue = BACKGROUND, runsAtStart = true }]) => ({
      task: name,
      match: schedule,
      identifier: name,
      options: {
        queueName: queue,
        jobKey: name,
        ...(!runsAtStart && { backfillPeriod: MISSED_MS }),
      },
    })),
  );
}

/** Runs jobs; a scheduled job runs on one server at a time. */
export async function startWorker(deps: Deps, tasks: TaskList, jobs: Record<string, Job>) {
  for (const task of Object.keys(jobs)) jobRuns.inc({ task, result: 'failed' }, 0);
  const { db, log, gate = OPEN, restartMs = RESTART_MS } = deps;
  const stopping = new AbortController();
  let runner: Runner | undefined;
  /** Set while a runner can be replaced. */
  let replace: (() => void) | undefined;
  const background = Object.entries(jobs).map(([name, job]) => [
    name,
    () => runJob(log, name, job),
  ]);
  const taskList: TaskList = { ...tasks, ...Object.fromEntries(background) };
  // Throws for a job that the gate does not know.
  for (const name of Object.keys(taskList)) gate.waits(name, 'outgoing');
  const goingOn = <T>(named: Record<string, T>, state: GateState): Record<string, T> =>
    Object.fromEntries(Object.entries(named).filter(([name]) => !gate.waits(name, state)));
  const endings: Promise<unknown>[] = [];

  /** Stops the runner while the next one already works: its last job may take a while. */
  function endBeside(): void {
    if (runner === undefined) return;
    const ending = runner.stop();
    runner = undefined;
    endings.push(ending.catch((err: unknown) => log.warn({ err }, 'job worker ended')));
  }

  function start(state: GateState, events: WorkerEvents): Promise<Runner> {
    if (state !== 'open') log.warn(STATE_TEXTS[state]);
    const due = cronItems(goingOn(jobs, state));
    return run({ ...workerOptions(deps), events }, goingOn(taskList, state), due);
  }

  /** Runs until the runner ends, is replaced or cannot fetch jobs, or until other jobs have to wait. */
  async function runOnce(): Promise<'ended' | 'turned' | 'replaced'> {
    const events: WorkerEvents = new EventEmitter();
    const isBroken = firstLookFails(events);
    const state = await gate.findState();
    const own = await start(state, events);
    runner = own;
    if (stopping.signal.aborted) endBeside();
    const turn = watchGate(gate, state);
    const replaced = new Promise<'replaced'>((resolve) => {
      replace = () => resolve('replaced');
    });
    const failed = await Promise.race([own.promise, isBroken, turn.done, replaced]).finally(
      turn.end,
    );
    if (failed === 'turned' || failed === 'replaced') {
      if (failed === 'turned' && state !== 'open') log.warn('jobs that waited may go on');
      endBeside();
      return failed;
    }
    if (failed !== undefined) {
      log.warn({ err: failed.error }, 'job worker found no way to its jobs');
      await own.stop();
    }
    return 'ended';
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      const end = await runOnce().catch((err: unknown) => log.warn({ err }, 'job worker ended'));
      if (end === 'turned') continue;
      if (end !== 'replaced') {
        await wait(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
      if (!stopping.signal.aborted) await bringBack();
    }
  }

  const bringBack = () =>
    bringBackJobs(db, new Date()).catch((err: unknown) =>
      log.warn({ err }, 'times of jobs were not brought back'),
    );
  await bringBack();
  const runAt = new Date(Date.now() + FIRST_RUN_MS);
  for (const [name, { queue = BACKGROUND, runsAtStart = true }] of Object.entries(jobs)) {
    if (runsAtStart) await addJob(db, name, {}, { runAt, key: name, queue });
  }
  const running = keepRunning();
  const freeing = setInterval(() => {
    freeLostJobs(db).catch((err: unknown) => log.warn({ err }, 'lost jobs were not freed'));
  }, FREE_LOST_MS).unref();
  return {
    /**
     * Computes again what is due, without interrupting running jobs: when the clock is set, graphile-worker
     * waits for a time that is no longer right.
     */
    restart: async (): Promise<void> => replace?.(),
    /** Accepts no more jobs and waits for running ones. */
    async stop(): Promise<void> {
      stopping.abort();
      clearInterval(freeing);
      endBeside();
      await running;
      await Promise.all(endings);
    },
  };
}

/** Resolves once the gate's state differs from `state`. */
function watchGate(gate: Gate, state: GateState) {
  let timer: NodeJS.Timeout | undefined;
  const done = new Promise<'turned'>((resolve) => {
    const look = () =>
      gate.findState().then(
        (now) => void (now !== state && resolve('turned')),
        // The database is away; nothing is taken from its queue either.
        () => undefined,
      );
    timer = setInterval(() => void look(), gate.lookMs ?? GATE_MS).unref();
  });
  return { done, end: () => clearInterval(timer) };
}

/**
 * Resolves with the error if fetching jobs fails before it has ever succeeded: graphile-worker caches a
 * failed lookup of task ids for ever and would never find a job.
 */
export function firstLookFails(events: WorkerEvents): Promise<{ error: unknown }> {
  return new Promise((resolve) => {
    events.once('worker:getJob:error', resolve);
    for (const success of ['worker:getJob:empty', 'job:start'] as const) {
      events.once(success, () => events.off('worker:getJob:error', resolve));
    }
  });
}

/** A failure is logged; the job runs again at its next scheduled time. */
async function runJob(log: Log, name: string, job: Job): Promise<void> {
  try {
    log.info({ job: name, ...(await job.run()) }, 'job done');
    jobRuns.inc({ task: name, result: 'done' });
  } catch (error) {
    jobRuns.inc({ task: name, result: 'failed' });
    log.error({ job: name, err: error }, 'job failed');
  }
}
