import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { loadOlder } from './chat.queries.ts';

export const OLDER_THROTTLE_MS = 1000;

/** Throttles loading older messages; each load that starts must call `done`. */
export function createOlderGate(now: () => number = Date.now) {
  let pending = false;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** Returns 0 when a load may start, else ms to wait (Infinity while one is running). */
    enter(): number {
      if (pending) return Number.POSITIVE_INFINITY;
      const wait = last + OLDER_THROTTLE_MS - now();
      if (wait > 0) return wait;
      pending = true;
      last = now();
      return 0;
    },
    done() {
      pending = false;
    },
  };
}

export type Older = ReturnType<typeof useOlder>;

/** Loads older messages, throttled; after a failure only through `retry`. */
export function useOlder(roomId: number, last: boolean) {
  const client = useQueryClient();
  const [gate] = useState(() => createOlderGate());
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const start = (again: () => void) => {
    const wait = gate.enter();
    if (wait > 0) {
      if (!Number.isFinite(wait)) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(again, wait);
      return;
    }
    setState('loading');
    loadOlder(client, roomId)
      .then(
        () => setState('idle'),
        () => setState('failed'),
      )
      .finally(gate.done);
  };
  const retry = () => start(retry);

  return {
    state,
    /** Loads the previous page; if throttled, calls `again` once it may run. */
    load: (again: () => void) => {
      if (!last && state !== 'failed') start(again);
    },
    retry,
  };
}
