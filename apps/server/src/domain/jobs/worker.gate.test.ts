import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createOutgoing } from '../outgoing/outgoing.ts';
import { addJob } from './queue.repo.ts';
import { type GateState, startWorker } from './worker.ts';

const log = pino({ level: 'silent' });
/** A busy machine takes its time. */
const NOTICED = { timeout: 20_000 };

let t: TestDatabase;
let done: string[];
let workers: Awaited<ReturnType<typeof startWorker>>[];
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
});
beforeEach(async () => {
  [done, workers] = [[], []];
  await t.db.execute(sql`delete from outgoing`);
  await t.db.execute(sql`delete from graphile_worker._private_jobs`);
});
afterEach(() => Promise.all(workers.map((worker) => worker.stop())));
afterAll(() => t.drop());

const outgoing = () => createOutgoing({ db: t.db, clock: createTestClock(), log });
const task = (name: string) => async () => void done.push(name);

const stateOfHold = async (): Promise<GateState> =>
  (await outgoing().isHeld()) ? 'outgoing' : 'open';

async function startServer(server = '', findState = stateOfHold) {
  const waits = (name: string, state: GateState) =>
    state === 'readOnly' ? name !== 'backup' : state === 'outgoing' && name.startsWith('mail');
  const gate = { waits, findState, lookMs: 50 };
  const tasks = { mail: task(`mail${server}`), inside: task('inside'), backup: task('backup') };
  const jobs = {
    mailing: { schedule: '0 0 1 1 *', run: async () => ({ n: done.push(`mailing${server}`) }) },
  };
  workers.push(await startWorker({ ...t, log, gate, restartMs: 50 }, tasks, jobs));
}

const queue = async () => {
  const { rows } = await t.db.execute<{ task: string; tries: number }>(
    sql`select task_identifier as task, attempts as tries from graphile_worker.jobs
      where run_at <= now() order by 1`,
  );
  return rows;
};
/** Jobs of one that leaves and, after it, of one that stays. */
async function askForBoth() {
  await addJob(t.db, 'mail', {});
  await addJob(t.db, 'mailing', {}, { key: 'mailing', queue: 'background' });
  await addJob(t.db, 'inside', {}, { priority: 10 });
}
const resume = () => t.db.execute(sql`update outgoing set held_since = null, reason = null`);

it('does what stays while what leaves is held, and then that too, once [OPS-162]', async () => {
  await outgoing().hold('RESTORED');
  await startServer();
  await askForBoth();
  await expect.poll(() => done).toEqual(['inside']);
  await expect.poll(queue).toEqual([
    { task: 'mail', tries: 0 },
    { task: 'mailing', tries: 0 },
  ]);
  await resume();
  await expect.poll(() => done.toSorted(), NOTICED).toEqual(['inside', 'mail', 'mailing']);
  await expect.poll(queue).toEqual([]);
}, 40_000);

it('is held by a running server within seconds [OPS-162]', async () => {
  await startServer();
  await addJob(t.db, 'mail', {});
  await expect.poll(() => done).toEqual(['mail']);
  await outgoing().hold('ASKED');
  await expect
    .poll(async () => {
      await addJob(t.db, 'mail', {}, { key: 'probe' });
      await addJob(t.db, 'inside', {}, { key: 'after', priority: 10 });
      await expect.poll(queue).not.toContainEqual(expect.objectContaining({ task: 'inside' }));
      return queue();
    }, NOTICED)
    .toEqual([{ task: 'mail', tries: 0 }]);
}, 40_000);

it('is held and goes on on every server [OPS-162]', async () => {
  await outgoing().hold('MOVED');
  await startServer(' of one');
  await startServer(' of two');
  for (let n = 0; n < 20; n += 1) await addJob(t.db, 'mail', {});
  await addJob(t.db, 'inside', {}, { priority: 10 });
  await expect.poll(() => done).toEqual(['inside']);
  await resume();
  await expect.poll(() => done.length, NOTICED).toBe(21);
  await expect.poll(queue).toEqual([]);
}, 40_000);

it('takes no job while it cannot read whether it is held [OPS-162]', async () => {
  await t.db.execute(sql`alter table outgoing rename to away`);
  let looks = 0;
  await startServer('', () => {
    looks += 1;
    return stateOfHold();
  });
  await addJob(t.db, 'mail', {});
  await expect.poll(() => looks, NOTICED).toBeGreaterThan(5);
  expect([done, await queue()]).toEqual([[], [{ task: 'mail', tries: 0 }]]);
  await t.db.execute(sql`alter table away rename to outgoing`);
  await expect.poll(() => done, NOTICED).toEqual(['mail']);
}, 40_000);

it('lets all jobs wait while the site is read-only, and does them afterwards, once [OPS-495]', async () => {
  let state: GateState = 'readOnly';
  await startServer('', async () => state);
  await askForBoth();
  await addJob(t.db, 'backup', {}, { priority: 10 });
  await expect.poll(() => done).toEqual(['backup']);
  await expect.poll(queue).toHaveLength(3);
  state = 'open';
  await expect
    .poll(() => done.toSorted(), NOTICED)
    .toEqual(['backup', 'inside', 'mail', 'mailing']);
  await expect.poll(queue).toEqual([]);
}, 40_000);

it('starts with no job of which it is not known whether it leaves [OPS-162]', async () => {
  const waits = (name: string) => {
    throw new Error(`does not know ${name}`);
  };
  const gate = { waits, findState: async (): Promise<GateState> => 'open' };
  await expect(startWorker({ ...t, log, gate }, { other: task('other') }, {})).rejects.toThrow(
    'does not know other',
  );
});
