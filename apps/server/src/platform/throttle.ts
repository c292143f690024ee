import type { ErrorCode } from '@naru/contract/errors';
import { sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import { throttles } from '../db/schema/index.ts';
import type { Clock } from './clock.ts';
import { AppError } from './errors.ts';

export interface Limit {
  /** Hits allowed in one window. */
  max: number;
  /** Length of the window. */
  seconds: number;
}

/** Counters in the database: shared by all servers, kept over a restart, exact under races. */
export interface Throttle {
  /** Counts a hit; throws `code` with Retry-After when the limit is passed. */
  hit(db: Executor, key: string, limit: Limit, code: ErrorCode): Promise<void>;
  /** Hits so far in the running window, and the seconds until it ends. */
  peek(db: Executor, key: string): Promise<{ count: number; seconds: number }>;
  /** Forgets a counter. */
  clear(db: Executor, key: string): Promise<void>;
}

export function createThrottle(clock: Clock): Throttle {
  return {
    async hit(db, key, limit, code) {
      const now = clock.now();
      const ends = new Date(now.getTime() + limit.seconds * 1000);
      const [row] = await db
        .insert(throttles)
        .values({ key, count: 1, windowEndsAt: ends })
        .onConflictDoUpdate({
          target: throttles.key,
          set: {
            count: sql`case when ${throttles.windowEndsAt} <= ${now} then 1 else ${throttles.count} + 1 end`,
            windowEndsAt: sql`case when ${throttles.windowEndsAt} <= ${now} then ${ends} else ${throttles.windowEndsAt} end`,
          },
        })
        .returning({ count: throttles.count, endsAt: throttles.windowEndsAt });
      if (row !== undefined && row.count > limit.max) {
        throw new AppError(code, { retryAfter: secondsUntil(row.endsAt, now) });
      }
    },
    async peek(db, key) {
      const now = clock.now();
      const [row] = await db
        .select({ count: throttles.count, endsAt: throttles.windowEndsAt })
        .from(throttles)
        .where(sql`${throttles.key} = ${key} and ${throttles.windowEndsAt} > ${now}`);
      return row === undefined
        ? { count: 0, seconds: 0 }
        : { count: row.count, seconds: secondsUntil(row.endsAt, now) };
    },
    async clear(db, key) {
      await db.delete(throttles).where(sql`${throttles.key} = ${key}`);
    },
  };
}

function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
