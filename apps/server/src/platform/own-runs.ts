import type { ErrorCode } from '@naru/contract/errors';
import { AppError } from './errors.ts';

/** Until then one of those that run may have ended. */
const RETRY_SECONDS = 1;

/**
 * Lets each owner run at most `atOnce` tasks at once; one more throws `code` and does not start. An owner never
 * waits, so nothing else that a waiting request holds is taken from others.
 */
export function createOwnRuns(atOnce: number, code: ErrorCode) {
  const running = new Map<number, number>();

  return async function run<T>(owner: number, task: () => Promise<T>): Promise<T> {
    const own = running.get(owner) ?? 0;
    if (own >= atOnce) throw new AppError(code, { retryAfter: RETRY_SECONDS });
    running.set(owner, own + 1);
    try {
      return await task();
    } finally {
      const left = (running.get(owner) ?? 1) - 1;
      if (left === 0) running.delete(owner);
      else running.set(owner, left);
    }
  };
}
