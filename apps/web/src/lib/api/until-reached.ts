import { useCallback, useEffect, useRef, useState } from 'react';
import { backoff, pause } from '../pause.ts';
import { isBusy, isUnreachable } from './api-error.ts';

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

/** Sends for a form, see `sendUntilReached`; the page that is left stops waiting. */
export function useReachable() {
  /** Whether it waits for a busy server; null while it does not wait. */
  const [busy, setBusy] = useState<boolean | null>(null);
  const life = useRef<AbortController | null>(null);
  const stop = useCallback(() => life.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const run = useCallback(async <T>(send: () => Promise<T>): Promise<T> => {
    life.current?.abort();
    const own = new AbortController();
    life.current = own;
    try {
      const onWait = (error: unknown) => setBusy(isBusy(error));
      return await sendUntilReached(send, { signal: own.signal, onWait });
    } finally {
      if (life.current === own) setBusy(null);
    }
  }, []);
  return { isWaiting: busy !== null, isBusy: busy === true, run, stop };
}
