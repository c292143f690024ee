import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runPipeline, type Statement } from './fast.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
  await database.pool.query('create table notes (n integer primary key)');
});
beforeEach(() => database.pool.query('truncate notes'));
afterAll(() => database.drop());

/** Queries of the builder, which are only sent when they are awaited. */
const insert =
  (n: number): Statement<unknown> =>
  (on) =>
    on.execute(sql`insert into notes values (${n})`);
const fail: Statement<unknown> = (on) => on.execute(sql`select 1 / 0`);
const read: Statement<number[]> = async (on) =>
  (await on.execute<{ n: number }>(sql`select n from notes order by n`)).rows.map(({ n }) => n);
const stored = async () =>
  (await database.pool.query('select n from notes order by n')).rows.map(({ n }) => n);

describe('runPipeline', () => {
  it('commits all statements, each of which sees those before it', async () => {
    const seen = await runPipeline(database.db, async ({ send }) => {
      const [, result] = await send(insert(1), read);
      return { result, last: [insert(2)] };
    });
    expect(seen).toEqual([1]);
    expect(await stored()).toEqual([1, 2]);
  });

  it.each([
    ['in the first step', [fail], [], []],
    ['in a later step', [], [insert(2), fail, insert(3)], []],
    ['beside the commit', [], [insert(2)], [insert(3), fail, insert(4)]],
  ])('stores nothing when a statement fails %s', async (_where, first, then, last) => {
    const running = runPipeline(database.db, async ({ send }) => {
      await send(insert(1), ...first);
      await send(...then);
      return { result: null, last };
    });
    await expect(running).rejects.toMatchObject({ cause: { message: 'division by zero' } });
    expect(await stored()).toEqual([]);
    expect(await read(database.db)).toEqual([]);
  });

  it('refuses to commit what no step began', async () => {
    const running = runPipeline(database.db, async () => ({ result: null, last: [insert(1)] }));
    await expect(running).rejects.toThrow('nothing began');
    expect(await stored()).toEqual([]);
  });
});

describe('runPipeline without a transaction', () => {
  it('begins each statement after the one before it and commits it by itself', async () => {
    expect(await runPipeline(database.db, [read, insert(1), read])).toMatchObject([[], {}, [1]]);
    await expect(runPipeline(database.db, [insert(2), fail])).rejects.toThrow();
    expect(await stored()).toEqual([1, 2]);
  });
});
