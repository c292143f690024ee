import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/** Polls until the condition holds (true) or the time is over (false). */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await holds()) return true;
    if (performance.now() >= deadline) return false;
    await delay(POLL_MS);
  }
}
