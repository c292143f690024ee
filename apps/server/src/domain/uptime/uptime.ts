import type { Db } from '../../db/client.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import {
  bringBackTimes,
  endRunsAhead,
  extendRun,
  findLastRun,
  findReturn,
  insertRun,
  listTimesOff,
  lockRuns,
  sumLived,
} from './uptime.repo.ts';

/** A shorter pause is a restart. */
const OFF_SECONDS = 5 * 60;
/** Clocks of servers that share a database differ by less. */
const AHEAD_SECONDS = 60;
const LOOK_MS = 10_000;
const RECORD_MS = 60_000;
/**
 * A site that ran for longer than this at times that now lie in the future had the right time: the clock is
 * behind now.
 */
const LIVED_SECONDS = 2 * 24 * 60 * 60;
/** Gradual corrections move a clock less than this between two looks, which are ten seconds apart. */
const STEP_MS = 30_000;

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  /** A monotonic clock, in milliseconds. */
  steady?: () => number;
}

export type Uptime = ReturnType<typeof createUptime>;

/**
 * Records when the site is on, so that time in which it was off, or that a clock skipped when it was set,
 * does not count as anybody's absence. A last record in the future shows that the clock was set back, or is
 * behind.
 */
export function createUptime({ db, clock, log, steady = () => performance.now() }: Deps) {
  return {
    record,

    /** When the site last came back after `seconds` or longer; null when it never was off for so long. */
    findReturn: (seconds: number): Promise<Date | null> => findReturn(db, seconds),

    /** When the site was off for more than five minutes, of times that ended after a moment. */
    listTimesOff: (after: Date) => listTimesOff(db, after),

    /** Records each minute; calls `onStep` soon after the clock was set. Returns a function that stops it. */
    watch(onStep: () => Promise<unknown>, everyMs = LOOK_MS): () => void {
      let wall = clock.now().getTime();
      let ran = steady();
      let recordedAt = ran;
      const look = async () => {
        const [formerWall, formerRan] = [wall, ran];
        [wall, ran] = [clock.now().getTime(), steady()];
        const stepMs = wall - formerWall - (ran - formerRan);
        const isStep = Math.abs(stepMs) > STEP_MS;
        if (!isStep && ran - recordedAt < RECORD_MS) return;
        recordedAt = ran;
        await record();
        if (!isStep) return;
        log.warn({ seconds: Math.round(stepMs / 1000) }, 'the clock was set');
        await onStep();
      };
      const timer = setInterval(() => {
        look().catch((err: unknown) => log.warn({ err }, 'the run was not recorded'));
      }, everyMs).unref();
      return () => clearInterval(timer);
    },
  };

  async function record(): Promise<void> {
    const now = clock.now();
    const last = await findLastRun(db);
    const wasAhead = last !== null && last.seenAt > addSeconds(now, AHEAD_SECONDS);
    if (wasAhead && (await sumLived(db, now)) > LIVED_SECONDS) {
      log.error(
        { lastMinute: last.seenAt },
        'the clock is behind the times that the site has stored',
      );
      return;
    }
    if (wasAhead) {
      const rows = await bringBackTimes(db, now);
      log.warn({ rows }, 'the clock was set back: times that lay ahead are now');
    }
    await db.transaction(async (tx) => {
      await lockRuns(tx);
      if (wasAhead) await endRunsAhead(tx, now);
      const run = await findLastRun(tx);
      const offSeconds = run === null ? 0 : (now.getTime() - run.seenAt.getTime()) / 1000;
      if (run !== null && offSeconds <= OFF_SECONDS) await extendRun(tx, run, now);
      else await insertRun(tx, { startedAt: now, seenAt: now, offSeconds: Math.floor(offSeconds) });
    });
  }
}
