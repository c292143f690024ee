import type { QueryClient } from '@tanstack/react-query';
import { newsWanted } from '../entities/boards/news-wanted.ts';
import { toasterWanted } from '../ui/toast.ts';
import type { AppRouter } from './router.tsx';

/** Milliseconds after the first paint in which the page loads its data. */
const PAUSE_MS = 3000;
/** The first sign that somebody is about to open something. */
const INTENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Loads what the first click may need, and what works without a network (`later.ts`). Not while the
 * page itself loads, unless somebody reaches for it; afterwards all of it opens at once, also offline.
 * Tries again while the network fails.
 */
export function loadAfterStart(
  router: AppRouter,
  client: QueryClient,
  importLater = () => import('./later.ts'),
): void {
  const stop = new AbortController();
  const load = (intent?: Event) => {
    stop.abort();
    clearTimeout(timer);
    toasterWanted.set(true);
    newsWanted.set(true);
    // `later.ts` heeds the last key that was pressed while it came.
    let last = intent;
    const remember = (event: Event) => {
      last = event;
    };
    addEventListener('keydown', remember);
    importLater().then(
      ({ loadLater }) => {
        removeEventListener('keydown', remember);
        loadLater(router, client, last);
      },
      () => {
        removeEventListener('keydown', remember);
        setTimeout(load, PAUSE_MS);
      },
    );
  };
  const timer = setTimeout(load, PAUSE_MS);
  for (const intent of INTENTS) {
    addEventListener(intent, load, { passive: true, signal: stop.signal });
  }
}
