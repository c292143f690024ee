import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import pino from 'pino';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  vi,
} from 'vitest';
import { jobRuns } from '../../platform/metrics/counters.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { Job } from './jobs.ts';
import { addJob, bringBackJobs } from './queue.repo.ts';
import { cronItems, firstLookFails, startWorker, workerOptions } from './worker.ts';

let lines: Record<string, unknown>[];
const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
const log = pino({ level: 'trace' }, stream);
beforeEach(() => {
  lines = [];
});

/** Level and message of the lines that are not of graphile-worker. */
const ownLines = () =>
  lines.flatMap(({ level, msg }) => (msg === 'job worker' ? [] : [`${level} ${msg}`]));
const nothing = async () => ({});
const yearly: Job = { schedule: '0 0 1 1 *', run: nothing };

describe('workerOptions', () => {
  it('report warnings and errors, and the rest when traced', () => {
    const { logger } = workerOptions({ pool: {} as never, log });
    for (const level of ['error', 'warn', 'info', 'debug'] as const) logger[level](level);
    expect(lines.map(({ level, msg, message }) => [level, msg, message])).toEqual([
      [40, 'job worker', 'error'],
      [40, 'job worker', 'warn'],
      [10, 'job worker', 'info'],
      [10, 'job worker', 'debug'],
    ]);
  });

  it('leave signals to the server', () => {
    expect(workerOptions({ pool: {} as never, log }).noHandleSignals).toBe(true);
  });
});

describe('cronItems', () => {
  it('run one after the other in their queue, once each, and a day late where they wait for their time', () => {
    const own: Job = { ...yearly, queue: 'own', runsAtStart: false };
    expect(cronItems({ yearly, own, soon: { ...yearly, runsAtStart: true } })).toMatchObject([
      {
        task: 'yearly',
        identifier: 'yearly',
        options: { queueName: 'background', jobKey: 'yearly', backfillPeriod: 0 },
      },
      {
        task: 'own',
        identifier: 'own',
        options: { queueName: 'own', jobKey: 'own', backfillPeriod: 86_400_000 },
      },
      { task: 'soon', options: { backfillPeriod: 0 } },
    ]);
  });
});

describe('firstLookFails', () => {
  const look = (...names: string[]) => {
    const events = new EventEmitter();
    let failure: unknown;
    void firstLookFails(events as WorkerEvents).then(({ error }) => {
      failure = error;
    });
    for (const name of names) events.emit(name, { error: 'refused' });
    return Promise.resolve().then(() => failure);
  };

  it('reports a failure before any success alone', async () => {
    expect(await look('worker:getJob:error')).toBe('refused');
    expect(await look('worker:getJob:empty')).toBeUndefined();
    expect(await look('worker:getJob:empty', 'worker:getJob:error')).toBeUndefined();
    expect(await look('job:start', 'worker:getJob:error')).toBeUndefined();
  });
});

describe('startWorker', () => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await createTestDatabase(inject('adminUrl'));
  });
  beforeEach(() => t.pool.query('delete from graphile_worker._private_jobs'));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  afterAll(() => t.drop());

  /** Waits an hour before a worker that ended is started again. */
  const start = (jobs: Record<string, Job> = { yearly }) =>
    startWorker({ ...t, log, restartMs: 3_600_000 }, {}, jobs);
  const runAt = () =>
    t.pool
      .query(
        'select task_identifier as task, queue_name as queue, run_at as at from graphile_worker.jobs',
      )
      .then(({ rows }) => rows);
  const isIdle = () => expect.poll(() => t.pool.totalCount - t.pool.idleCount).toBe(0);

  it('counts no run before the first', async () => {
    jobRuns.reset();
    await (await start({ yearly })).stop();
    expect((await jobRuns.get()).values).toEqual([
      { labels: { task: 'yearly', result: 'failed' }, value: 0 },
    ]);
  });

  it('lets jobs run a minute later, but for those that wait for their time', async () => {
    const now = new Date('2100-01-01T00:00:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now });
    const own: Job = { ...yearly, queue: 'own' };
    await (await start({ yearly, own, late: { ...yearly, runsAtStart: false } })).stop();
    const at = new Date(now.getTime() + 60_000);
    expect(await runAt()).toEqual([
      { task: 'yearly', queue: 'background', at },
      { task: 'own', queue: 'own', at },
    ]);
  });

  it('frees lost jobs every ten seconds until it stops, also after a failure', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const worker = await start();
    const execute = vi.spyOn(t.db, 'execute').mockRejectedValue(new Error('the database is away'));
    vi.advanceTimersByTime(9_999);
    expect(execute).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_001);
    expect(execute).toHaveBeenCalledTimes(2);
    await worker.stop();
    vi.advanceTimersByTime(20_000);
    expect(execute).toHaveBeenCalledTimes(2);
    expect(ownLines()).toEqual(Array(2).fill('40 lost jobs were not freed'));
  });

  /** Refuses one of the connections that a worker asks for: the first migrates, the next looks for jobs. */
  function refuseConnection(number: number) {
    const connect = t.pool.connect.bind(t.pool);
    let asked = 0;
    vi.spyOn(t.pool, 'connect').mockImplementation(((...callback: []) => {
      if (callback.length > 0) return connect(...callback);
      asked += 1;
      return asked === number ? Promise.reject(new Error('refused')) : connect();
    }) as typeof connect);
  }

  it.each([
    [1, '40 job worker ended', []],
    [2, '40 job worker found no way to its jobs', ['40 job worker ended']],
  ])('logs why it ended and stops while it waits, connection %i', async (number, line, atStop) => {
    refuseConnection(number);
    const worker = await start();
    await expect.poll(ownLines).toEqual([line]);
    await isIdle();
    expect(lines.find(({ msg }) => `40 ${msg}` === line)?.err).toMatchObject({
      message: 'refused',
    });
    await worker.stop();
    expect(ownLines()).toEqual([line, ...atStop]);
  });

  it('has ended once it says so, also where it stops while it starts', async () => {
    let connectNow = () => {};
    const waiting = new Promise<void>((resolve) => {
      connectNow = resolve;
    });
    const connect = t.pool.connect.bind(t.pool);
    vi.spyOn(t.pool, 'connect').mockImplementation(((...callback: []) =>
      callback.length > 0
        ? connect(...callback)
        : waiting.then(() => connect())) as typeof connect);
    const worker = await start();
    let isOver = false;
    const stopped = worker.stop().then(() => {
      isOver = true;
    });
    await t.pool.query('select 1');
    expect(isOver).toBe(false);
    connectNow();
    await stopped;
  });

  it('does not end by itself, and logs how each job went', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      if (runs === 2) throw new Error('a file is broken');
      return { removed: 3 };
    };
    jobRuns.reset();
    const worker = await start({ yearly: { ...yearly, run } });
    for (const results of [1, 2, 3]) {
      await t.pool.query(`select graphile_worker.add_job('yearly')`);
      const notify = () => t.pool.query(`select pg_notify('jobs:insert', '{"count": 10}')`);
      await expect.poll(async () => (await notify()) && ownLines().length).toBe(results);
    }
    await worker.stop();
    expect(ownLines()).toEqual(['30 job done', '50 job failed', '30 job done']);
    const [done, failed] = lines.filter(({ job }) => job === 'yearly');
    expect(done).toMatchObject({ removed: 3 });
    expect(failed).toMatchObject({ err: { message: 'a file is broken' } });
    const counted = (await jobRuns.get()).values.map(({ labels, value }) => [labels.result, value]);
    expect(Object.fromEntries(counted)).toEqual({ done: 2, failed: 1 });
  });

  describe('with a clock that was ahead', () => {
    const AHEAD = [['1 hour'], ['10 years']];
    const schedules = () =>
      t.pool
        .query(
          'select greatest(known_since, last_execution) > now() as ahead from graphile_worker._private_known_crontabs',
        )
        .then(({ rows }) => rows);
    const setSchedules = (ahead: string) =>
      t.pool.query(
        `update graphile_worker._private_known_crontabs set last_execution = now() + $1::interval`,
        [ahead],
      );

    it.each(AHEAD)('by %s at the last start takes back its schedules [REL-164]', async (ahead) => {
      await (await start()).stop();
      await setSchedules(ahead);
      const worker = await start();
      await expect.poll(schedules).toEqual([{ ahead: false }]);
      await worker.stop();
    });

    it.each(AHEAD)('by %s frees what waits or is locked until then [REL-164]', async (ahead) => {
      await t.pool.query(`select graphile_worker.add_job('due', run_at => now() + interval '10 minutes'),
        graphile_worker.add_job('retried'), graphile_worker.add_job('locked'), graphile_worker.add_job('later', run_at => now() + interval '1 hour')`);
      const jobs = (set: string, task: string) =>
        t.pool.query(
          `update graphile_worker._private_jobs set ${set} where task_id =
            (select id from graphile_worker._private_tasks where identifier = $2)`,
          [ahead, task],
        );
      await jobs('created_at = now() + $1::interval, run_at = run_at + $1::interval', 'due');
      await jobs('updated_at = now() + $1::interval, run_at = now() + $1::interval', 'retried');
      await jobs(`locked_at = now() + $1::interval, locked_by = 'dead'`, 'locked');
      await bringBackJobs(t.db, new Date());
      const { rows } = await t.pool.query(`select task_identifier as task,
        round(extract(epoch from run_at - now()) / 60)::int as minutes,
        locked_at is null or locked_at <= now() as free from graphile_worker.jobs order by task_identifier`);
      expect(rows).toEqual([
        { task: 'due', minutes: 10, free: true },
        { task: 'later', minutes: 60, free: true },
        { task: 'locked', minutes: 0, free: true },
        { task: 'retried', minutes: 0, free: true },
      ]);
    });

    it('looks anew beside a job that runs for long [REL-164]', async () => {
      const ran: string[] = [];
      let finish: (() => void) | undefined;
      const tasks = {
        long: () =>
          new Promise<void>((resolve) => {
            finish = resolve;
          }),
        short: async () => void ran.push('short'),
      };
      const worker = await startWorker({ ...t, log }, tasks, {});
      await addJob(t.db, 'long', {});
      await expect.poll(() => finish).toBeDefined();
      await worker.restart();
      await addJob(t.db, 'short', {});
      await expect.poll(() => ran).toEqual(['short']);
      finish?.();
      await worker.stop();
    });

    it('looks anew when the clock was set [REL-164]', async () => {
      await t.pool.query('delete from graphile_worker._private_known_crontabs');
      const worker = await startWorker({ ...t, log, restartMs: 10 }, {}, { yearly });
      await expect.poll(schedules).toEqual([{ ahead: false }]);
      await setSchedules('1 hour');
      await worker.restart();
      await expect.poll(schedules).toEqual([{ ahead: false }]);
      await worker.stop();
    });
  });
});
