import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from './errors.ts';
import type { RunningPostgres } from './postgres-process.ts';
import { passingTrouble } from './query-errors.ts';

interface Supervision {
  start: () => Promise<RunningPostgres>;
  log: (line: string) => void;
  /** The database cannot be restarted; the reason is for the log. */
  onUnexpectedExit: (reason: string) => void;
  /** Resolves early, without an error, when the signal fires. Tests replace it. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Backoff between retries; about 12 s in total, longer than the old processes need to end. */
const PAUSES_MS = [50, 200, 500, 1_000, 2_000, 3_000, 5_000];
const DISK_FULL_PAUSE_MS = 2_000;
/** Gives up when the database ends this many times in a row, each right after a successful start. */
const MAX_QUICK_ENDS = 5;
const QUICK_MS = 1_000;

async function realPause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** Keeps one database process running: restarts it after an unexpected end, on the same port. */
export function supervise(first: RunningPostgres, supervision: Supervision) {
  const { start, log, onUnexpectedExit, pause = realPause } = supervision;
  const stopping = new AbortController();
  let quickEnds = 0;
  let readyAt = performance.now();
  let current = first;

  async function tryAgain(attempt: number): Promise<RunningPostgres | undefined> {
    await pause(PAUSES_MS[attempt] ?? DISK_FULL_PAUSE_MS, stopping.signal);
    if (stopping.signal.aborted) return undefined;
    try {
      const next = await start();
      if (stopping.signal.aborted) {
        await next.stop();
        return undefined;
      }
      return next;
    } catch (error) {
      // Keeps retrying while the disk is full: the operator has to free space.
      if (attempt + 1 >= PAUSES_MS.length && passingTrouble(error) !== 'full') throw error;
      return tryAgain(attempt + 1);
    }
  }

  function endsTooOften(): boolean {
    quickEnds = performance.now() - readyAt < QUICK_MS ? quickEnds + 1 : 0;
    return quickEnds >= MAX_QUICK_ENDS;
  }

  async function watch(): Promise<void> {
    for (;;) {
      const reason = await current.ended;
      if (stopping.signal.aborted) return;
      log(`The database ended unexpectedly (${reason}); starting it again.`);
      if (endsTooOften()) {
        onUnexpectedExit(`the database ended ${quickEnds} times right after its start (${reason})`);
        return;
      }
      const next = await tryAgain(0);
      if (!next) return;
      current = next;
      readyAt = performance.now();
      log('The database is back.');
    }
  }

  const watching = watch().catch((error) => {
    if (!stopping.signal.aborted) onUnexpectedExit(messageOf(error));
  });

  return {
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}
