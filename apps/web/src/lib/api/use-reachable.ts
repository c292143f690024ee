import { useCallback, useEffect, useRef, useState } from 'react';
import { isBusy } from './api-error.ts';
import { sendUntilReached } from './until-reached.ts';

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
