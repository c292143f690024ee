import { setTimeout as delay } from 'node:timers/promises';
import type { Health } from '../platform/health.ts';

/** After running requests had their ten seconds (`http/draining.ts`): until the connections are closed. */
const PROCESS_MS = 11_500;
/** The same with the end of the jobs and of the embedded database. */
const SERVER_MS = 13_000;

/** Milliseconds from a signal until a process, or the whole server, is ended although it is not done. */
export const stopTimes = (drainSeconds: number) => ({
  process: drainSeconds * 1_000 + PROCESS_MS,
  server: drainSeconds * 1_000 + SERVER_MS,
});

/** Reports to probes that the server goes away, and serves until they have noticed. */
export async function drain(health: Pick<Health, 'drain'>, seconds: number): Promise<void> {
  health.drain();
  await delay(seconds * 1_000);
}
