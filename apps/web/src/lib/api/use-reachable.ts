import { useCallback, useEffect, useRef, useState } from 'react';
import { backoff, pause } from '../pause.ts';
import { isUnreachable } from './api-error.ts';

type Options = { signal: AbortSignal; onWait: () => void };

/**
 * Repeats `send` while the network or the server cannot be reached: when the network returns, else after
 * growing pauses. Throws its other failures, and the last one on abort. `send` must be safe to repeat.
 */
async function sendUntilReached<T>(send: () => Promise<T>, { signal, onWait }: Options) {
  for (let failures = 1; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isUnreachable(error) || signal.aborted) throw error;
      onWait();
      await pause(backoff(failures) + (error.retryAfter ?? 0) * 1000, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Sends for a form, see `sendUntilReached`; the page that is left stops waiting. */
export function useReachable() {
  const [isWaiting, setWaiting] = useState(false);
  const life = useRef<AbortController | null>(null);
  const stop = useCallback(() => life.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const run = useCallback(async <T>(send: () => Promise<T>): Promise<T> => {
    life.current?.abort();
    const own = new AbortController();
    life.current = own;
    try {
      return await sendUntilReached(send, { signal: own.signal, onWait: () => setWaiting(true) });
    } finally {
      if (life.current === own) setWaiting(false);
    }
  }, []);
  return { isWaiting, run, stop };
}
