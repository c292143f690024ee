import type { ErrorCode } from '@naru/contract/errors';
import type { Executor } from '../db/client.ts';
import { addSeconds, type Clock } from './clock.ts';
import { AppError } from './errors.ts';
import { addToWindow, addWithDelay, deleteCounter, findCounters } from './throttle.repo.ts';

export interface Limit {
  max: number;
  /** Length of the window. */
  seconds: number;
  /** Rounds the window's end down to a multiple of this, to hide the exact time. */
  cutSeconds?: number;
}

/** Exponential backoff: 1 s at the `free`-th failure, then twice as long each time. */
export interface GrowingDelay {
  free: number;
  /** Maximum in seconds. */
  longest: number;
  /** Seconds after the last failure until the counter is cleared. */
  seconds: number;
}

/** Rate limits in the database: shared by all servers, durable, exact under races. */
export interface Throttle {
  /** Counts a hit; throws `code` with Retry-After once the limit is exceeded. */
  hit(db: Executor, key: string, limit: Limit, code: ErrorCode): Promise<void>;
  /** Counts `amount` hits (default 1) without checking the limit. */
  count(db: Executor, key: string, limit: Limit, amount?: number): Promise<void>;
  /** Counts a failure and delays the next try for this key. */
  fail(db: Executor, key: string, delay: GrowingDelay): Promise<void>;
  /** Hits so far in the current window, and the seconds until it ends. */
  peek(db: Executor, key: string): Promise<{ count: number; seconds: number }>;
  /** Seconds this key has to wait after its failures; 0 when it may try. */
  waitOf(db: Executor, key: string): Promise<number>;
  clear(db: Executor, key: string): Promise<void>;
}

export function createThrottle(clock: Clock): Throttle {
  return {
    async hit(db, key, limit, code) {
      const now = clock.now();
      const counter = await addToWindow(db, key, now, windowEnd(now, limit), 1);
      if (counter.count > limit.max) {
        throw new AppError(code, { retryAfter: secondsUntil(counter.windowEndsAt, now) });
      }
    },
    async count(db, key, limit, amount = 1) {
      const now = clock.now();
      await addToWindow(db, key, now, windowEnd(now, limit), amount);
    },
    async fail(db, key, delay) {
      const now = clock.now();
      await addWithDelay(db, key, now, addSeconds(now, delay.seconds), delay);
    },
    async peek(db, key) {
      const now = clock.now();
      const [counter] = await findCounters(db, [key], now);
      return counter === undefined
        ? { count: 0, seconds: 0 }
        : { count: counter.count, seconds: secondsUntil(counter.windowEndsAt, now) };
    },
    async waitOf(db, key) {
      const now = clock.now();
      const [counter] = await findCounters(db, [key], now);
      const until = counter?.blockedUntil ?? null;
      return until === null || until <= now ? 0 : secondsUntil(until, now);
    },
    clear: deleteCounter,
  };
}

/** A rounded window is shorter than a full one by less than `cutSeconds`. */
function windowEnd(now: Date, { seconds, cutSeconds }: Limit): Date {
  const end = addSeconds(now, seconds);
  if (cutSeconds === undefined) return end;
  return new Date(end.getTime() - (end.getTime() % (cutSeconds * 1000)));
}

function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
