import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createUptime } from './uptime.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const WEEKS = 21 * DAY;

let t: TestDatabase;
const clock = createTestClock();
const START = clock.now();
const log = pino({ level: 'silent' });
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
});
beforeEach(async () => {
  clock.set(START);
  await t.pool.query('delete from site_runs');
});
afterAll(() => t.drop());

const uptime = () => createUptime({ db: t.db, clock, log });
const runs = async () => {
  const { rows } = await t.pool.query(
    'select seen_at - started_at > $1 as long, off_seconds as off from site_runs order by started_at',
    ['1 minute'],
  );
  return rows;
};

describe('the runs of the site', () => {
  it('go on over restarts, and a longer pause is time off [REL-162]', async () => {
    const site = uptime();
    for (let minute = 0; minute < 5; minute += 1) {
      await site.record();
      clock.advance(60);
    }
    expect(await runs()).toEqual([{ long: true, off: 0 }]);
    clock.advance(WEEKS - 60);
    await uptime().record();
    await site.record();
    expect(await runs()).toEqual([
      { long: true, off: 0 },
      { long: false, off: WEEKS },
    ]);
    expect(await site.findReturn(DAY)).toEqual(clock.now());
    expect(await site.findReturn(WEEKS + 1)).toBeNull();
  });

  it.each([
    ['an hour', HOUR],
    ['a day', DAY],
    ['ten years', 3_650 * DAY],
  ])('leave no trace of a start with a clock %s ahead [REL-162]', async (_, ahead) => {
    const site = uptime();
    await site.record();
    clock.advance(ahead);
    await site.record();
    expect((await runs()).length).toBe(2);
    clock.advance(60 - ahead);
    await site.record();
    expect(await runs()).toEqual([{ long: false, off: 0 }]);
    expect(await site.findReturn(60)).toBeNull();
  });
});

describe('watching the clock', () => {
  it('notices when it is set, and not that time passes [REL-165]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let ran = 0;
    const pass = async (seconds: number) => {
      clock.advance(seconds);
      ran += seconds * 1000;
      await vi.advanceTimersByTimeAsync(10_000);
      await vi.waitFor(() => expect(t.pool.totalCount).toBe(t.pool.idleCount));
    };
    const onStep = vi.fn(async () => undefined);
    const stop = createUptime({ db: t.db, clock, log, steady: () => ran }).watch(onStep);
    for (let look = 0; look < 12; look += 1) await pass(10);
    expect(onStep).not.toHaveBeenCalled();
    expect(await runs()).toEqual([{ long: false, off: 0 }]);
    for (const seconds of [-HOUR, DAY, -DAY]) {
      clock.advance(seconds);
      await pass(10);
    }
    expect(onStep).toHaveBeenCalledTimes(3);
    stop();
    clock.advance(HOUR);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onStep).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });
});
