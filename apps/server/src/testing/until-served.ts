import type { CallResult } from './test-app.ts';

const TRIES = 50;

/**
 * Repeats a call that the server refused for want of a free connection (503): nothing was done. Tests
 * of races hold on a busy machine this way, as clients that honour Retry-After do.
 */
export async function untilServed(call: () => Promise<CallResult>): Promise<CallResult> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call();
    if (answer.status !== 503 || tries === TRIES) return answer;
  }
}
