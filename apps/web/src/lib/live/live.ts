import type { LiveEvent } from '@naru/contract/events';
import { useEffect, useRef } from 'react';
import { createStore, useStore } from '../store.ts';

/** All but what `site-status.ts` shows. */
export type QueriedEvent = Exclude<LiveEvent, { type: 'site' }>;
type EventOf<T extends QueriedEvent['type']> = Extract<QueriedEvent, { type: T }>;

const POLL_MS = 30_000;

export function useLiveEvent<T extends QueriedEvent['type']>(
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

/** `polling`: no stream, lists refetch every 30 s. */
export type LiveState = 'connecting' | 'live' | 'polling';

export const liveState = createStore<LiveState>('connecting');

type Listener = (event: QueriedEvent) => void;

const listeners = new Set<Listener>();

/** Subscribes to this tab's event stream; returns the unsubscribe function. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies every listener; reports the error of one that throws. */
export function publishLive(event: QueriedEvent): void {
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      reportError(error);
    }
  }
}
