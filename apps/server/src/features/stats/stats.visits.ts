import type { Db } from '../../db/client.ts';
import { type Clock, kstDay } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { insertVisits } from './stats.repo.ts';

/** Rows in one statement. */
const BATCH = 500;

interface Deps {
  db: Db;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

export type Visits = ReturnType<typeof createVisits>;

/**
 * Counts each member once a Korean day. A request only leaves a note in memory; the rows are
 * written beside it. Every server keeps its own notes, the table's key keeps one row.
 */
export function createVisits({ db, clock, log }: Deps) {
  let day = '';
  let seen = new Set<number>();
  let waiting: { day: string; memberId: number }[] = [];
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      try {
        await insertVisits(db, batch);
      } catch (err) {
        // Noted again at the member's next request.
        for (const { memberId } of batch) seen.delete(memberId);
        log.warn({ err, event: 'visits lost', count: batch.length }, 'visits lost');
      }
    }
    writing = null;
  }

  return {
    /** Takes a signed-in request of the member down; returns at once and never fails. */
    note(memberId: number): void {
      const today = kstDay(clock.now());
      if (today !== day) {
        day = today;
        seen = new Set();
      }
      if (seen.has(memberId)) return;
      seen.add(memberId);
      waiting.push({ day, memberId });
      writing ??= writeAll();
    },

    /** Waits until every note so far is in the table. */
    async settle(): Promise<void> {
      await writing;
    },
  };
}
