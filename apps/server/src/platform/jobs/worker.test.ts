import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { systemClock } from '../clock.ts';
import { createJobs, type Job } from './jobs.ts';
import { addJob } from './queue.repo.ts';
import { cronItems, startWorker } from './worker.ts';

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

  it('log a failure and run again at the next scheduled time', async () => {
    let runs = 0;
    const worker = await start(
      job('audit', async () => {
        runs += 1;
        if (runs === 1) throw new Error('line 3 was changed');
        return { brokenLines: 0 };
      }),
    );
    const logged = awake(() => logs.join());
    await isDue('audit');
    await expect.poll(logged, { timeout: 5_000 }).toContain('line 3 was changed');
    await isDue('audit');
    await expect.poll(logged, { timeout: 5_000 }).toContain('job done');
    await worker.stop();
    expect(runs).toBe(2);
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

  it('run a minute after the start', async () => {
    const worker = await start(job('files', async () => ({})));
    await worker.stop();
    const { rows } = await t.db.execute<{ seconds: number }>(
      sql`select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.seconds).toBeGreaterThan(50);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60);
  });

  it('are due at night in Korea, those that tell authors by day', () => {
    const nothing = async () => 0;
    const jobs = createJobs({
      db: t.db,
      clock: systemClock,
      sweepFiles: nothing,
      sweepAttachments: nothing,
      sweepVideos: nothing,
      findBrokenAudit: async () => null,
      endPins: nothing,
      publishNotices: nothing,
      sendNotifications: nothing,
      tellRevealedAuthors: nothing,
      sendWorkEmails: nothing,
      pollSources: nothing,
      sweepPushes: async () => ({}),
      sendDigests: async () => 0,
      checkIntegrity: async () => ({}),
      sendInvitations: nothing,
      endRoles: nothing,
      eraseRoster: async () => ({}),
      eraseUnused: async () => ({}),
    });
    const dueAt = (iso: string) => {
      const at = new Date(iso);
      const digest = {
        min: at.getUTCMinutes(),
        hour: at.getUTCHours(),
        date: at.getUTCDate(),
        month: at.getUTCMonth() + 1,
        dow: at.getUTCDay(),
      };
      return cronItems(jobs)
        .filter(({ match }) => match(digest))
        .map(({ task }) => task);
    };
    expect(dueAt('2026-11-20T04:10:00+09:00')).toEqual([
      'content',
      'pins',
      'notices',
      'pages',
      'notifications',
      'work',
      'sources',
      'devices',
      'invitations',
      'roles',
    ]);
    expect(dueAt('2026-11-20T04:40:00+09:00')).toEqual([
      'audit',
      'pins',
      'notices',
      'pages',
      'notifications',
      'work',
      'sources',
      'devices',
      'invitations',
      'roles',
      'accounts',
    ]);
    expect(dueAt('2026-11-20T13:17:00+09:00')).toEqual([
      'files',
      'notices',
      'pages',
      'notifications',
      'sources',
      'devices',
      'invitations',
    ]);
    expect(dueAt('2026-11-20T13:47:00+09:00')).toEqual([
      'live',
      'notices',
      'pages',
      'notifications',
      'sources',
      'devices',
      'invitations',
    ]);
    expect(dueAt('2026-11-20T10:30:00+09:00')).toEqual([
      'pins',
      'notices',
      'pages',
      'notifications',
      'work',
      'sources',
      'devices',
      'digests',
      'invitations',
      'roles',
      'reveals',
    ]);
    expect(dueAt('2026-11-20T13:10:00+09:00')).toEqual([
      'pins',
      'notices',
      'pages',
      'notifications',
      'work',
      'sources',
      'devices',
      'invitations',
      'roles',
    ]);
    expect(dueAt('2026-11-20T13:11:00+09:00')).toEqual([
      'notices',
      'pages',
      'notifications',
      'sources',
      'devices',
      'invitations',
    ]);
  });
});
