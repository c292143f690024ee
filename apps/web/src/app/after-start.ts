import type { QueryClient } from '@tanstack/react-query';
import { newMarksWanted } from '../entities/boards/new-marks-wanted.ts';
import { toasterWanted } from '../ui/toast.ts';
import type { AppRouter } from './router.tsx';

/** Milliseconds after the first paint in which the page loads its data. */
const PAUSE_MS = 3000;
/** The first sign that somebody is about to open something. */
const INTENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Loads the code that the first click may need and that works without a network (`later.ts`): once the page
 * itself has loaded, or when somebody reaches for it. Retries while the network fails.
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
    newMarksWanted.set(true);
    // `later.ts` handles the last key that was pressed while its code loaded.
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
