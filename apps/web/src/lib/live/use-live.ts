import type { LiveEvent } from '@naru/contract/events';
import { useEffect, useRef } from 'react';
import { useStore } from '../store.ts';
import { liveState, onLiveEvent } from './live.ts';

type EventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>;

const POLL_MS = 30_000;

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
        if (event.type === type) latest.current(event as EventOf<T>);
      }),
    [type],
  );
}

/** `refetchInterval` of queries that live events refresh: 30 s while there is no stream. */
export function usePollInterval(): number | false {
  return useStore(liveState) === 'polling' ? POLL_MS : false;
}
