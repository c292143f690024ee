import { setTimeout as delay } from 'node:timers/promises';
import type { Health } from '../platform/health.ts';

/** Longer than the ten seconds of running requests (`http/draining.ts`), so that connections can close. */
const PROCESS_MS = 11_500;
/** Also includes stopping the jobs and the embedded database. */
const SERVER_MS = 13_000;

/** Milliseconds from a signal until an unfinished process, or the whole server, is killed. */
export const stopTimes = (drainSeconds: number) => ({
  process: drainSeconds * 1_000 + PROCESS_MS,
  server: drainSeconds * 1_000 + SERVER_MS,
});

/** Reports to probes that the server is stopping, and goes on serving until they have noticed. */
export async function drain(health: Pick<Health, 'drain'>, seconds: number): Promise<void> {
  health.drain();
  await delay(seconds * 1_000);
}
