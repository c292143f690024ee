import { setTimeout as delay } from 'node:timers/promises';
import { backendTrouble } from './query-errors.ts';

/** Backoff before work is repeated while the database is unreachable or busy. */
const PAUSES_MS = [250, 500, 1000, 2000, 4000];

/** Repeats work that fails because the database is unreachable or busy; no request waits for it. */
export async function persist(work: () => Promise<void>): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (backendTrouble(error) !== 'away') throw error;
    }
    await delay(pause);
  }
  return work();
}

/**
 * Which of several failures to throw: one that `persist` repeats the work for, if there is one. Undefined
 * without failures.
 */
export function failureToThrow(failures: readonly unknown[]): unknown {
  return failures.find((failure) => backendTrouble(failure) === 'away') ?? failures[0];
}
