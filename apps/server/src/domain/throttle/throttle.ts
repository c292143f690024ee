import type { ErrorCode } from '@naru/contract/errors';
import type { Placeholder, SQL } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import type { Statement } from '../../db/fast/fast.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Limit } from '../../platform/rates.ts';
import {
  AHEAD_SECONDS,
  addOnce,
  addToWindow,
  addToWindowsOf,
  addWithDelay,
  type CountedWindow,
  countedWindowsOf,
  countOf,
  deleteCounter,
  deleteCounters,
  findBlock,
  findCounter,
  isAnyFull,
  prepareAddToWindow,
  shortenBlock,
} from './throttle.repo.ts';

/** Exponential backoff: 1 s at the `free`-th failure, then twice as long each time. */
export interface GrowingDelay {
  free: number;
  /** Maximum in seconds. */
  longest: number;
  /** Seconds after the last failure until the counter is cleared. */
  seconds: number;
}

export type Throttle = ReturnType<typeof createThrottle>;

/** Rate limits in the database: shared by all servers, durable, exact under races. */
export function createThrottle(clock: Clock) {
  return {
    /** Counts a hit; throws `code` with Retry-After once the limit is exceeded. */
    async hit(db: Executor, key: string, limit: Limit, code: ErrorCode): Promise<void> {
      const now = clock.now();
      const counter = await addToWindow(db, key, now, windowEnd(now, limit), 1);
      if (counter.count > limit.max) {
        throw new AppError(code, { retryAfter: secondsUntil(counter.windowEndsAt, now) });
      }
    },
    /** Counts a hit; returns whether the limit allows it. */
    async allows(db: Executor, key: string, limit: Limit): Promise<boolean> {
      const now = clock.now();
      const { count } = await addToWindow(db, key, now, windowEnd(now, limit), 1);
      return count <= limit.max;
    },
    /** Prepares `hit`. */
    prepareHit(db: Db, name: string, limit: Limit, code: ErrorCode) {
      const query = prepareAddToWindow(db, name);
      return (key: string): Statement<void> => {
        const now = clock.now();
        const values = { key, now, ends: [windowEnd(now, limit)] };
        return query(values, (rows) => {
          check(
            rows.map(({ counter }) => counter),
            [limit],
            { now, code },
          );
        });
      };
    },
    /** Prepares `count` of one hit. */
    prepareCount(db: Db, name: string, limit: Limit) {
      const query = prepareAddToWindow(db, name);
      return (key: string): Statement<void> => {
        const now = clock.now();
        return query({ key, now, ends: [windowEnd(now, limit)] }, () => undefined);
      };
    },
    /**
     * Lets a key be used once; throws `code` the second time. The key is stored for `seconds` or longer,
     * until a sweep, even if the clock is set back.
     */
    async once(db: Executor, key: string, seconds: number, code: ErrorCode): Promise<void> {
      if (!(await addOnce(db, key, addSeconds(clock.now(), seconds)))) throw new AppError(code);
    },
    /** `peek` as the column of a statement with the placeholder `now`. */
    hitsOf: (key: SQL | Placeholder, { seconds }: Limit) => countOf(key, seconds),
    /**
     * `hit` for several limits and many callers, as parts of one prepared statement. `keys`: an array
     * expression with one key for each limit, made from a caller's row; no two rows may share a key.
     * `isFull`: condition on callers to leave out, because their hits would be refused. `counters`: CTE that
     * counts the hits of `callers` in the order of `by`. `counted`: column to pass to `check`, which throws.
     * `values`: values of the placeholders.
     */
    hits(keys: SQL, limits: readonly Limit[], code: ErrorCode) {
      return {
        isFull: isAnyFull(
          keys,
          limits.map(({ max }) => max),
        ),
        counters: (callers: SQL, by: SQL) => addToWindowsOf(callers, by, keys),
        counted: countedWindowsOf(keys),
        values: () => {
          const now = clock.now();
          return { now, ends: limits.map((limit) => windowEnd(now, limit)) };
        },
        check: (counted: readonly CountedWindow[], now: Date) =>
          check(counted, limits, { now, code }),
      };
    },
    /** Counts `amount` hits without checking the limit. */
    async count(db: Executor, key: string, limit: Limit, amount = 1): Promise<void> {
      const now = clock.now();
      await addToWindow(db, key, now, windowEnd(now, limit), amount);
    },
    /** Counts a failure and delays the next try for this key. */
    async fail(db: Executor, key: string, delay: GrowingDelay): Promise<void> {
      const now = clock.now();
      await addWithDelay(db, key, now, addSeconds(now, delay.seconds), delay);
    },
    /** Hits so far in the current window of this limit, and the seconds until it ends. */
    async peek(
      db: Executor,
      key: string,
      limit: Limit,
    ): Promise<{ count: number; seconds: number }> {
      const now = clock.now();
      const counter = await findCounter(db, key, now, windowEnd(now, limit));
      return counter === undefined
        ? { count: 0, seconds: 0 }
        : { count: counter.count, seconds: secondsUntil(counter.windowEndsAt, now) };
    },
    /**
     * Seconds this key has to wait after its failures, which were counted with `delay`; 0 when it may try.
     * Never more than the longest delay, even if the clock was set back.
     */
    async waitOf(
      db: Executor,
      key: string,
      { longest }: Pick<GrowingDelay, 'longest'>,
    ): Promise<number> {
      const now = clock.now();
      const until = await findBlock(db, key);
      if (until === null || until <= now) return 0;
      const wait = secondsUntil(until, now);
      // Otherwise each call would report that long wait again, until the clock reaches the time before it was set
      // back.
      if (wait > longest + AHEAD_SECONDS) await shortenBlock(db, key, addSeconds(now, longest));
      return Math.min(wait, longest);
    },
    clear: deleteCounter,
    /**
     * Clears the key and every longer one that begins with it. It must end in a hash of fixed length, or it could
     * begin that of somebody else.
     */
    clearAll: deleteCounters,
  };
}

/** Throws `code` for the first window with more hits than its limit allows. */
function check(
  counted: readonly CountedWindow[],
  limits: readonly Limit[],
  { now, code }: { now: Date; code: ErrorCode },
): void {
  for (const [index, { count, windowEndsAt }] of counted.entries()) {
    if (count <= (limits[index]?.max ?? 0)) continue;
    throw new AppError(code, { retryAfter: secondsUntil(new Date(windowEndsAt), now) });
  }
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
