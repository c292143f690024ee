import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { Job } from './jobs.ts';
import { addJob } from './queue.repo.ts';
import { startWorker } from './worker.ts';

let t: TestDatabase;
let logs: string[];
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
});
beforeEach(async () => {
  logs = [];
  await t.db.execute(sql`delete from graphile_worker._private_jobs`);
});
afterAll(() => t.drop());

const log = pino({ level: 'info' }, { write: (line: string) => void logs.push(line) });
const start = (jobs: Record<string, Job>) => startWorker({ ...t, log }, {}, jobs);
const isDue = (name: string) => addJob(t.db, name, {}, { key: name, queue: 'background' });

/** Wakes the workers before it reads: one that does not listen yet misses the job until it polls. */
const awake =
  <T>(read: () => T) =>
  async () => {
    await t.db.execute(sql`select pg_notify('jobs:insert', '{"count": 30}')`);
    return read();
  };

function job(name: string, run: () => Promise<Record<string, number>>): Record<string, Job> {
  return { [name]: { schedule: '0 0 1 1 *', run } };
}

describe('background jobs', () => {
  it('run one at a time on all servers, and once however many servers request them', async () => {
    let atWork = 0;
    let most = 0;
    const done: string[] = [];
    const work = (name: string) => async () => {
      atWork += 1;
      most = Math.max(most, atWork);
      await t.db.execute(sql`select pg_sleep(0.05)`);
      atWork -= 1;
      done.push(name);
      return {};
    };
    const jobs = { ...job('files', work('files')), ...job('content', work('content')) };
    for (const name of ['files', 'content', 'files', 'content']) await isDue(name);
    const workers = await Promise.all([start(jobs), start(jobs), start(jobs)]);
    // Each start postpones the jobs by a minute and leaves one of each.
    expect((await t.db.execute(sql`select 1 from graphile_worker.jobs`)).rowCount).toBe(2);
    for (const name of ['files', 'content']) await isDue(name);
    await expect
      .poll(
        awake(() => done.length),
        { timeout: 5_000 },
      )
      .toBe(2);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(done.sort()).toEqual(['content', 'files']);
    expect(most).toBe(1);
  });

  it('run although the database was out of reach when the worker first looked for them [REL-90]', async () => {
    const connect = t.pool.connect.bind(t.pool);
    let own = 0;
    const spy = vi.spyOn(t.pool, 'connect').mockImplementation(((...callback: []) => {
      // Without a callback the worker connects first to migrate, then to look up the ids of its tasks.
      if (callback.length === 0) own += 1;
      if (callback.length > 0 || own !== 2) return connect(...callback);
      return Promise.reject(new Error('timeout exceeded when trying to connect'));
    }) as typeof connect);
    const worker = await startWorker(
      { ...t, log, restartMs: 10 },
      {},
      job('live', async () => ({})),
    );
    await isDue('live');
    await expect.poll(() => logs.join()).toContain('job done');
    expect(logs.join()).toContain('timeout exceeded');
    await worker.stop();
    spy.mockRestore();
  });
});
