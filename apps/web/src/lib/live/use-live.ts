import type { LiveEvent } from '@naru/contract/events';
import { useEffect, useRef } from 'react';
import { useStore } from '../store.ts';
import { liveState, onLiveEvent } from './live.ts';

type EventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>;

const POLL_MS = 30_000;

/** Runs the handler for each event of the type while the component is mounted. */
export function useLiveEvent<T extends LiveEvent['type']>(
  type: T,
  handler: (event: EventOf<T>) => void,
): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(
    () =>
      onLiveEvent((event) => {
        // The type names the member of the union.
        if (event.type === type) latest.current(event as EventOf<T>);
      }),
    [type],
  );
}

/** `refetchInterval` of lists that live events keep fresh: 30 s while there is no stream. */
export function usePollInterval(): number | false {
  return useStore(liveState) === 'polling' ? POLL_MS : false;
}
