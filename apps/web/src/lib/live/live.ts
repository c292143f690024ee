import type { LiveEvent } from '@naru/contract/events';
import { createStore } from '../store.ts';

/** `polling`: no stream, lists refetch every 30 s. */
export type LiveState = 'connecting' | 'live' | 'polling';

export const liveState = createStore<LiveState>('connecting');

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

/** Subscribes to this tab's event stream; returns the unsubscribe function. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies every listener; reports the error of one that throws. */
export function publishLive(event: LiveEvent): void {
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      reportError(error);
    }
  }
}
