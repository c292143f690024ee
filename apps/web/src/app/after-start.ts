import type { QueryClient } from '@tanstack/react-query';
import { toasterWanted } from '../ui/toast.ts';

/** Milliseconds after the first paint in which the page loads its data. */
const PAUSE_MS = 3000;
/** The first sign that somebody is about to open something. */
const INTENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Loads what the first click may need, and what works without a network (`later.ts`). Not while the
 * page itself loads, unless somebody reaches for it; afterwards all of it opens at once, also offline.
 */
export function loadAfterStart(client: QueryClient): void {
  const stop = new AbortController();
  const load = () => {
    stop.abort();
    clearTimeout(timer);
    toasterWanted.set(true);
    void import('./later.ts').then(({ loadLater }) => loadLater(client));
  };
  const timer = setTimeout(load, PAUSE_MS);
  for (const intent of INTENTS) {
    addEventListener(intent, load, { passive: true, signal: stop.signal });
  }
}
