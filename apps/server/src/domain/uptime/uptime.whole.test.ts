import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createUptime } from './uptime.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

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

describe('a clock that is behind', () => {
  it.each([
    ['three days', 3 * DAY],
    ['six years', 6 * 365 * DAY],
  ])(
    'by %s changes nothing, at a start nor later, and the runs go on once it is right [REL-166]',
    async (_, behind) => {
      const site = uptime();
      for (let minute = 0; minute <= 4 * 24 * 15; minute += 1) {
        await site.record();
        clock.advance(4 * 60);
      }
      const right = clock.now();
      const before = await runs();
      const stored = async () =>
        (await t.pool.query('select succeeded_at as at from backup_state')).rows;
      await t.pool.query(
        `insert into backup_state (id, succeeded_at) values (1, $1)
        on conflict (id) do update set succeeded_at = excluded.succeeded_at`,
        [right],
      );
      clock.advance(-behind);
      await uptime().record();
      clock.advance(60);
      await site.record();
      expect([await runs(), await stored()]).toEqual([before, [{ at: right }]]);
      clock.set(right);
      await site.record();
      expect(await runs()).toEqual(before);
    },
  );
});
