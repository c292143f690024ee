import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { loadOlder } from './chat.queries.ts';
import { createOlderGate } from './older-gate.ts';

export type Older = {
  state: 'idle' | 'loading' | 'failed';
  /** Loads the previous page; if throttled, calls `again` once it may run. */
  load: (again: () => void) => void;
  retry: () => void;
};

/** Loads older messages, throttled; after a failure only through `retry`. */
export function useOlder(roomId: number, last: boolean): Older {
  const client = useQueryClient();
  const [gate] = useState(() => createOlderGate());
  const [state, setState] = useState<Older['state']>('idle');
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
    load: (again) => {
      if (!last && state !== 'failed') start(again);
    },
    retry,
  };
}
