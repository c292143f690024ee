import { describe, expect, it } from 'vitest';
import { FIRST_POOL, LINES, servingPool } from '../db/pools.ts';
import { createSeats } from './live-seats.ts';
import { createRateCounts } from './rate-counts.ts';

describe('what the processes of a server count together [REL-95]', () => {
  it('requests: a window begins with the first one, per limit and caller', () => {
    let at = 1_000;
    const count = createRateCounts(() => at);
    expect(count(0, 'a', 60_000)).toEqual({ current: 1, ttl: 60_000 });
    at += 10_000;
    expect(count(0, 'a', 60_000)).toEqual({ current: 2, ttl: 50_000 });
    expect(count(0, 'b', 60_000).current).toBe(1);
    expect(count(1, 'a', 60_000).current).toBe(1);
    at += 50_000;
    expect(count(0, 'a', 60_000)).toEqual({ current: 1, ttl: 60_000 });
  });

  it('requests: 20,000 callers of a limit at most are remembered, the newest [LIMIT-06]', () => {
    const count = createRateCounts(() => 0);
    const hits = (n: number) => count(0, `caller ${n}`, 60_000).current;
    for (let n = 0; n < 20_000; n += 1) hits(n);
    expect([hits(0), hits(20_000), hits(0)]).toEqual([2, 1, 3]);
    expect([hits(1), hits(19_999)]).toEqual([1, 2]);
  });

  it('streams: ten of a member on all processes; those of an ended process are free', () => {
    const seats = createSeats();
    for (let n = 0; n < 10; n += 1) expect(seats.take(1, n % 2)).toBe(true);
    expect([seats.take(1, 0), seats.take(1, 1), seats.take(2, 1)]).toEqual([false, false, true]);
    seats.give(1, 0);
    expect([seats.take(1, 1), seats.take(1, 1)]).toEqual([true, false]);
    expect([seats.count(1), seats.members()]).toEqual([10, [1, 2]]);
    expect(seats.release(1)).toEqual([1, 2]);
    expect(seats.members()).toEqual([1]);
    expect(Array.from({ length: 7 }, () => seats.take(1, 0)).filter(Boolean)).toHaveLength(6);
  });

  it('connections: fewer than the database allows, and enough for each process', () => {
    for (let workers = 2; workers <= 16; workers += 1) {
      const ofEach = servingPool(workers) + LINES;
      expect(workers * ofEach + FIRST_POOL).toBeLessThanOrEqual(94);
      expect(servingPool(workers)).toBeGreaterThanOrEqual(3);
    }
    expect(servingPool(1)).toBe(16);
  });
});
