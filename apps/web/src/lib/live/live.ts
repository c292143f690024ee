import type { LiveEvent } from '@naru/contract/events';
import { createStore } from '../store.ts';

/** `live`: events arrive as they happen. `polling`: no stream, lists are asked for every 30 s. */
export type LiveState = 'connecting' | 'live' | 'polling';

export const liveState = createStore<LiveState>('connecting');

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

/** Follows the events of this tab's stream; answers what ends it. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells every listener, also after one that failed: its error is reported, the stream goes on. */
export function publishLive(event: LiveEvent): void {
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      reportError(error);
    }
  }
}
