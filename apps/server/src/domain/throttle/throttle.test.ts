import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { prepare } from '../../db/fast/fast.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { createThrottle, type Throttle } from './throttle.ts';

const LIMIT = { max: 2, seconds: 60 };
const DELAY = { free: 3, longest: 5, seconds: 600 };

let database: TestDatabase;
let clock: TestClock;
let throttle: Throttle;
let key: string;
let tests = 0;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
});
beforeEach(() => {
  clock = createTestClock();
  throttle = createThrottle(clock);
  tests += 1;
  key = `key ${tests}`;
});
afterAll(() => database.drop());

const hit = (limit: Parameters<Throttle['hit']>[2] = LIMIT) =>
  throttle.hit(database.db, key, limit, 'TOO_MANY_REQUESTS');
const refusal = (retryAfter: number) =>
  expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfter });

describe('a window', () => {
  it('refuses the hit above its limit until its end, which hits do not move', async () => {
    await hit();
    clock.advance(20);
    await hit();
    await expect(hit()).rejects.toEqual(refusal(40));
    clock.advance(38.5);
    await expect(hit()).rejects.toEqual(refusal(2));
    clock.advance(1);
    await expect(hit()).rejects.toEqual(refusal(1));
    clock.advance(0.5);
    await hit();
    expect(await throttle.peek(database.db, key, LIMIT)).toEqual({ count: 1, seconds: 60 });
  });

  it('can be looked at and cleared', async () => {
    expect(await throttle.peek(database.db, key, LIMIT)).toEqual({ count: 0, seconds: 0 });
    await throttle.count(database.db, key, LIMIT, 5);
    clock.advance(10);
    await throttle.count(database.db, key, LIMIT);
    expect(await throttle.peek(database.db, key, LIMIT)).toEqual({ count: 6, seconds: 50 });
    expect(await throttle.peek(database.db, `${key} of another`, LIMIT)).toEqual({
      count: 0,
      seconds: 0,
    });
    clock.advance(50);
    expect(await throttle.peek(database.db, key, LIMIT)).toEqual({ count: 0, seconds: 0 });
    await throttle.count(database.db, key, LIMIT);
    await throttle.clear(database.db, key);
    expect(await throttle.peek(database.db, key, LIMIT)).toEqual({ count: 0, seconds: 0 });
  });

  it('ends at a round time where that hides when it began', async () => {
    const limit = { max: 0, seconds: 3600, cutSeconds: 600 };
    clock.set(new Date('2026-11-20T05:07:30Z'));
    await expect(hit(limit)).rejects.toEqual(refusal(3600 - 450));
    expect(await throttle.peek(database.db, key, limit)).toEqual({ count: 1, seconds: 3600 - 450 });
  });
});

describe('prepared statements', () => {
  const HOURLY = { max: 3, seconds: 3600 };
  const counted = () => throttle.peek(database.db, key, LIMIT);

  it('count a hit, and refuse it above its limit', async () => {
    const attempt = throttle.prepareHit(database.db, `hit_${tests}`, LIMIT, 'TOO_MANY_REQUESTS');
    await attempt(key)(database.db);
    clock.advance(20);
    await attempt(key)(database.db);
    await expect(attempt(key)(database.db)).rejects.toEqual(refusal(40));
    await attempt(`${key} of another`)(database.db);
    expect(await counted()).toEqual({ count: 3, seconds: 40 });
  });

  it('count without a limit', async () => {
    const add = throttle.prepareCount(database.db, `count_${tests}`, LIMIT);
    for (let n = 0; n < 3; n += 1) await add(key)(database.db);
    clock.advance(20);
    expect(await counted()).toEqual({ count: 3, seconds: 40 });
  });

  it('count for several limits, and refuse above each of them', async () => {
    const keys = sql`array[caller.key, caller.key || ' hourly']`;
    const caller = sql`(select ${sql.placeholder('key')}::text as key) as caller`;
    const attempt = throttle.hits(keys, [LIMIT, HOURLY], 'TOO_MANY_REQUESTS');
    const add = prepare<{ counted: Parameters<typeof attempt.check>[0] }>(
      database.db,
      `hits_of_one_${tests}`,
      sql`with counters as (${attempt.counters(caller, sql`caller.key`)})
        select ${attempt.counted} as counted from ${caller}`,
    );
    const hitBoth = async () => {
      const values = attempt.values();
      const rows = await add({ key, ...values })(database.db);
      attempt.check(rows[0]?.counted ?? [], values.now);
    };
    await hitBoth();
    await hitBoth();
    await expect(hitBoth()).rejects.toEqual(refusal(60));
    clock.advance(60);
    await expect(hitBoth()).rejects.toEqual(refusal(3540));
    expect(await counted()).toEqual({ count: 1, seconds: 60 });
  });

  it('count for several callers, and return who is above one of the limits', async () => {
    const keys = sql`array[caller.name, caller.name || ' hourly']`;
    const attempt = throttle.hits(keys, [LIMIT, HOURLY], 'TOO_MANY_REQUESTS');
    const callers = sql`unnest(${sql.placeholder('names')}::text[]) as caller (name)`;
    const add = prepare<{ name: string; counted: Parameters<typeof attempt.check>[0] | null }>(
      database.db,
      `hits_of_many_${tests}`,
      sql`with free as (select name from ${callers} where not ${attempt.isFull}),
        counters as (${attempt.counters(sql`free as caller`, sql`caller.name`)})
        select name, ${attempt.counted} as counted from ${callers} order by name`,
    );
    const names = [`${key} a`, `${key} b`];
    const hitAll = async (...chosen: string[]) => {
      const values = attempt.values();
      const rows = await add({ names: chosen, ...values })(database.db);
      for (const { counted } of rows) attempt.check(counted ?? [], values.now);
      return rows.map(({ counted }) => counted?.map(({ count }) => count) ?? null);
    };
    expect(await hitAll(...names)).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(await hitAll(names[0] as string)).toEqual([[2, 2]]);
    expect(await hitAll(...names)).toEqual([null, [2, 2]]);
    clock.advance(60);
    expect(await hitAll(...names)).toEqual([
      [1, 3],
      [1, 3],
    ]);
    expect(await hitAll(...names)).toEqual([null, null]);
  });
});

describe('a growing delay', () => {
  it('begins with the last free failure and doubles up to the longest', async () => {
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      await throttle.fail(database.db, key, DELAY);
      waits.push(await throttle.waitOf(database.db, key, DELAY));
    }
    expect(waits).toEqual([0, 0, 1, 2, 4, 5, 5]);
    clock.advance(4.9);
    expect(await throttle.waitOf(database.db, key, DELAY)).toBe(1);
    clock.advance(0.1);
    expect(await throttle.waitOf(database.db, key, DELAY)).toBe(0);
  });

  it('is deleted some time after the last failure', async () => {
    for (let n = 0; n < 3; n += 1) {
      clock.advance(599);
      await throttle.fail(database.db, key, DELAY);
    }
    expect(await throttle.waitOf(database.db, key, DELAY)).toBe(1);
    clock.advance(600);
    await throttle.fail(database.db, key, DELAY);
    expect(await throttle.waitOf(database.db, key, DELAY)).toBe(0);
    expect(await throttle.waitOf(database.db, `${key} of another`, DELAY)).toBe(0);
  });
});

describe('a clock that is set back [REL-130]', () => {
  const HOUR = 3600;
  const failTimes = async (times: number) => {
    for (let n = 0; n < times; n += 1) await throttle.fail(database.db, key, DELAY);
  };
  const wait = () => throttle.waitOf(database.db, key, DELAY);

  it('ends windows that are only looked at, but for a minute between two servers', async () => {
    const hits = throttle.hitsOf(sql`${key}`, LIMIT);
    const both = async () => {
      const read = prepare<{ hits: number }>(
        database.db,
        `hits_${tests}`,
        sql`select ${hits} as hits`,
      );
      const rows = await read({ now: clock.now() })(database.db);
      return [(await throttle.peek(database.db, key, LIMIT)).count, rows[0]?.hits];
    };
    await throttle.count(database.db, key, LIMIT, 2);
    expect(await both()).toEqual([2, 2]);
    clock.advance(-60);
    expect(await both()).toEqual([2, 2]);
    clock.advance(-1);
    expect(await both()).toEqual([0, 0]);
  });

  it('lets a growing delay wait its longest time once, and grow on', async () => {
    await failTimes(3);
    clock.advance(-HOUR);
    expect(await wait()).toBe(5);
    clock.advance(4);
    expect(await wait()).toBe(1);
    clock.advance(1);
    expect(await wait()).toBe(0);
    await failTimes(1);
    expect(await wait()).toBe(2);
  });

  it('leaves the delay of a server alone that is a minute ahead', async () => {
    await failTimes(8);
    clock.advance(-60);
    expect(await wait()).toBe(5);
    clock.advance(60);
    expect(await wait()).toBe(5);
  });

  it('lets a delay grow on between servers whose clocks differ by more than a minute', async () => {
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      clock.advance(n % 2 === 0 ? 90 : -90);
      await failTimes(1);
      waits.push(await wait());
    }
    expect(waits).toEqual([0, 0, 1, 2, 4, 5, 5, 5]);
  });

  it('does not make usable again what was used once', async () => {
    const use = () => throttle.once(database.db, key, 300, 'PASSKEY_REFUSED');
    const refused = expect.objectContaining({ code: 'PASSKEY_REFUSED' });
    const results = await Promise.allSettled([use(), use()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const seconds of [0, -HOUR, HOUR + 301]) {
      clock.advance(seconds);
      await expect(use()).rejects.toEqual(refused);
    }
  });
});
