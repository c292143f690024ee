import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { connect, type DatabaseClient } from '../client.ts';
import { prepare } from './fast.ts';

/** Longer than any read may be held up by others. */
const HELD_UP_MS = 1_500;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
  await database.pool.query('create table marks (n integer not null); create sequence numbers');
});
afterAll(() => database.drop());

let client: DatabaseClient;
beforeEach(async () => {
  client = connect(database.url, { onError: () => undefined });
  await database.pool.query('truncate marks');
  const pid = preparePid(client);
  const countConnections = async () =>
    new Set(await Promise.all(Array.from({ length: 10 }, pid))).size;
  // The first reads find no line yet.
  await expect.poll(countConnections).toBe(2);
  return () => client.close();
});

/** Prepares a read of one row that goes over the lines. */
function prepareShort<T extends Record<string, SQL>>(
  { db }: DatabaseClient,
  name: string,
  columns: T,
  from = sql`(values (1)) as one`,
) {
  const query = prepare(db, name, db.select(columns).from(from), { isShort: true });
  return (values: Record<string, unknown> = {}) => query(values)(db);
}

/** Reads that return the process of their connection. */
function preparePid(client: DatabaseClient) {
  const read = prepareShort(client, 'pid', { pid: sql<number>`pg_backend_pid()` });
  return async () => (await read())[0]?.pid ?? 0;
}

function prepareSleep(client: DatabaseClient) {
  const slept = sql`pg_sleep(${sql.placeholder('s')})`;
  const read = prepareShort(client, 'sleep', { pid: sql<number>`pg_backend_pid()`, slept });
  return (s: number) => read({ s });
}

function prepareCount(client: DatabaseClient) {
  const count = sql<number>`count(*)::integer`;
  const read = prepareShort(client, 'count', { count }, sql`marks`);
  return async () => (await read())[0]?.count;
}

const within = async <T>(work: Promise<T>) =>
  Promise.race([work, delay(HELD_UP_MS).then(() => 'held up' as const)]);

describe('reads on lines', () => {
  it('share two connections', async () => {
    const pid = preparePid(client);
    const pids = await Promise.all(Array.from({ length: 30 }, pid));
    expect(new Set(pids).size).toBe(2);
  });

  it('use the pool beyond what the lines take', async () => {
    const pid = preparePid(client);
    const pids = await Promise.all(Array.from({ length: 60 }, pid));
    expect(new Set(pids).size).toBeGreaterThan(2);
  });

  it('get a response when their connections are killed, and get new lines [REL-105]', async () => {
    const [pid, sleep] = [preparePid(client), prepareSleep(client)];
    const lines = new Set(await Promise.all(Array.from({ length: 4 }, pid)));
    const under = Array.from({ length: 4 }, () => sleep(0.2));
    await delay(50);
    for (const line of lines) await database.pool.query('select pg_terminate_backend($1)', [line]);
    const answered = (await Promise.all(under)).map(([row]) => row?.pid ?? 0);
    expect(answered.filter((one) => lines.has(one))).toEqual([]);
    // A line waits a second between attempts.
    await expect
      .poll(async () => new Set(await Promise.all(Array.from({ length: 10 }, pid))).size, {
        timeout: 5_000,
      })
      .toBe(2);
  });

  it('pass by a line whose oldest read is slow', async () => {
    const [pid, sleep] = [preparePid(client), prepareSleep(client)];
    const slow = [sleep(0.4), sleep(0.4)];
    await delay(150);
    let isSlowDone = false;
    void Promise.all(slow).then(() => {
      isSlowDone = true;
    });
    await pid();
    expect(isSlowDone).toBe(false);
    await Promise.all(slow);
  });

  it('wait less than a second behind one that hangs on a lock, which goes on [REL-105]', async () => {
    const [pid, count] = [preparePid(client), prepareCount(client)];
    const blocker = await database.pool.connect();
    try {
      await blocker.query('begin; insert into marks values (1); lock marks');
      const hanging = Promise.all([count(), count(), count(), count()]);
      const behind = Promise.all(Array.from({ length: 10 }, pid));
      expect(await within(behind)).toHaveLength(10);
      await blocker.query('commit');
      expect(await hanging).toEqual([1, 1, 1, 1]);
    } finally {
      blocker.release();
    }
  });

  it('cannot make a transaction wait for itself [REL-105]', async () => {
    const [pid, count] = [preparePid(client), prepareCount(client)];
    let hanging: Promise<unknown> = Promise.resolve();
    const transaction = client.db.transaction(async (tx) => {
      await tx.execute(sql`lock marks`);
      hanging = Promise.all([count(), count()]);
      await Promise.all(Array.from({ length: 4 }, pid));
      return 'done';
    });
    expect(await within(transaction)).toBe('done');
    await hanging;
  });

  it('store nothing there: a statement that writes runs on the pool, once', async () => {
    const next = sql`(select nextval('numbers') as n) as next`;
    const write = prepareShort(client, 'write', { n: sql<number>`n` }, next);
    const [before] = await write();
    const [after] = await write();
    expect(Number(after?.n) - Number(before?.n)).toBe(1);
  });

  it('end with the pool', async () => {
    const other = connect(database.url, { onError: () => undefined });
    const pid = preparePid(other);
    const pids = new Set<number>();
    await expect.poll(async () => pids.add(await pid()).size).toBeGreaterThan(1);
    await other.close();
    const left = sql`select from pg_stat_activity where pid = any(${sql.param([...pids])}::integer[])`;
    expect((await database.db.execute(left)).rows).toEqual([]);
  });

  it('fail with the error of the database', async () => {
    const divide = prepareShort(client, 'divide', {
      n: sql<number>`1 / ${sql.placeholder('n')}::integer`,
    });
    await expect(divide({ n: 0 })).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await divide({ n: 1 })).toEqual([{ n: 1 }]);
  });
});
