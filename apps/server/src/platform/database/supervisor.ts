import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from './errors.ts';
import type { RunningPostgres } from './postgres-process.ts';

export interface Supervision {
  start: () => Promise<RunningPostgres>;
  log: (line: string) => void;
  /** The database is gone and stays gone; the reason is for the log. */
  onUnexpectedExit: (reason: string) => void;
}

export interface Supervisor {
  stop(): Promise<void>;
}

/** Pauses before each new try; together about 12 s, longer than the old processes need to go. */
const PAUSES_MS = [50, 200, 500, 1_000, 2_000, 3_000, 5_000];
const DISK_FULL_PAUSE_MS = 2_000;
/** More ends than this within the window is a fault that restarting does not cure. */
const MAX_ENDS = 5;
const WINDOW_MS = 60_000;

function isDiskFull(error: unknown): boolean {
  return /No space left on device|Disk quota exceeded/.test(messageOf(error));
}

/** Keeps one database process running: restarts it after an unexpected end, on the same port. */
export function supervise(first: RunningPostgres, supervision: Supervision): Supervisor {
  const { start, log, onUnexpectedExit } = supervision;
  const stopping = new AbortController();
  const ends: number[] = [];
  let current = first;
  let watching: Promise<void> = Promise.resolve();

  async function pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  async function tryAgain(attempt: number): Promise<RunningPostgres | undefined> {
    await pause(PAUSES_MS[attempt] ?? DISK_FULL_PAUSE_MS);
    if (stopping.signal.aborted) {
      return undefined;
    }
    try {
      return await start();
    } catch (error) {
      // A full disk is the operator's to free; the database comes back by itself once it is.
      if (attempt + 1 >= PAUSES_MS.length && !isDiskFull(error)) {
        throw error;
      }
      return tryAgain(attempt + 1);
    }
  }

  function endsTooOften(): boolean {
    const now = performance.now();
    ends.push(now);
    return ends.filter((at) => now - at < WINDOW_MS).length > MAX_ENDS;
  }

  async function watch(): Promise<void> {
    for (;;) {
      const reason = await current.ended;
      if (stopping.signal.aborted) {
        return;
      }
      log(`The database ended unexpectedly (${reason}); starting it again.`);
      if (endsTooOften()) {
        onUnexpectedExit(`the database ended ${MAX_ENDS + 1} times within a minute (${reason})`);
        return;
      }
      const next = await tryAgain(0);
      if (!next) {
        return;
      }
      current = next;
      log('The database is back.');
    }
  }

  watching = watch().catch((error) => onUnexpectedExit(messageOf(error)));

  return {
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
      // A restart that was under way when the stop came has replaced the process by now.
      await current.stop();
    },
  };
}
