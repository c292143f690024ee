import type { Clock } from '../platform/clock.ts';

/** A clock that only moves on demand. */
export interface TestClock extends Clock {
  set(date: Date): void;
  advance(seconds: number): void;
}

export function createTestClock(): TestClock {
  let now = new Date('2026-11-20T05:00:30.000Z');
  return {
    now: () => now,
    set: (date) => {
      now = date;
    },
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}
