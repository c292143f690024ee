import { kstDay } from '../../platform/clock.ts';
import type { Tools } from '../tools.ts';
import { insertVisits } from './stats.repo.ts';

/** Rows per statement. */
const BATCH = 500;

export type Visits = ReturnType<typeof createVisits>;

/**
 * Counts each member once per day in Korea. A request only adds to a queue in memory, which is written
 * in the background; the primary key removes duplicates of several servers.
 */
export function createVisits({ db, clock, log }: Pick<Tools, 'db' | 'clock' | 'log'>) {
  let day = '';
  let seen = new Set<number>();
  let pending: { day: string; memberId: number }[] = [];
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending.slice(0, BATCH);
      pending = pending.slice(BATCH);
      try {
        await insertVisits(db, batch);
      } catch (err) {
        // The member's next request queues the visit again.
        for (const { memberId } of batch) seen.delete(memberId);
        log.warn({ err, event: 'visits lost', count: batch.length }, 'visits lost');
      }
    }
    writing = null;
  }

  return {
    /** Queues a visit; returns at once and never throws. */
    note(memberId: number): void {
      const today = kstDay(clock.now());
      if (today !== day) {
        day = today;
        seen = new Set();
      }
      if (seen.has(memberId)) return;
      seen.add(memberId);
      pending.push({ day, memberId });
      writing ??= writeAll();
    },

    /** Waits until all queued visits are written. */
    async settle(): Promise<void> {
      await writing;
    },
  };
}
