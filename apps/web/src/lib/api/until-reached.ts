import { backoff, pause } from '../pause.ts';
import { isUnreachable } from './api-error.ts';

type Options = { signal: AbortSignal; onWait?: (error: unknown) => void };

/**
 * Repeats `send` while the network or the server cannot be reached: when the network returns, else after
 * growing pauses. Throws its other failures, and the last one on abort. `send` must be safe to repeat.
 */
export async function sendUntilReached<T>(send: () => Promise<T>, { signal, onWait }: Options) {
  for (let failures = 1; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isUnreachable(error) || signal.aborted) throw error;
      onWait?.(error);
      await pause(backoff(failures) + (error.retryAfter ?? 0) * 1000, signal);
      if (signal.aborted) throw error;
    }
  }
}
