import type { CallResult } from './test-app.ts';

const TRIES = 50;

/**
 * Repeats a call that was refused for want of a free connection (503), as clients that honour
 * Retry-After do: race tests pass on a busy machine.
 */
export async function untilServed(call: () => Promise<CallResult>): Promise<CallResult> {
  for (let tries = 1; ; tries += 1) {
    const response = await call();
    if (response.status !== 503 || tries === TRIES) return response;
  }
}
