import { setTimeout as delay } from 'node:timers/promises';
import type { Health } from '../platform/health.ts';

/** Reports to probes that the server goes away, and serves until they have noticed. */
export async function drain(health: Pick<Health, 'drain'>, seconds: number): Promise<void> {
  health.drain();
  await delay(seconds * 1_000);
}
