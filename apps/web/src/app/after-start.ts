import type { QueryClient } from '@tanstack/react-query';
import { newBadgesEnabled } from '../entities/boards/new-badges-enabled.ts';
import { nextPause, untilLoaded } from '../lib/load-ahead.ts';
import { toasterEnabled } from '../ui/toast.ts';
import type { AppRouter } from './router.tsx';

/** Pause after the first paint, in milliseconds: the page loads its own data meanwhile. */
const PAUSE_MS = 3000;
/** Events that come before a first click, or before a file is put down. */
const INTENTS = ['pointermove', 'pointerdown', 'keydown', 'dragenter'] as const;

/**
 * Loads `later.ts`, the code for the first click and for offline use: `PAUSE_MS` after the start, or at the
 * first user input. Retries while the network fails.
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
    toasterEnabled.set(true);
    newBadgesEnabled.set(true);
    // `later.ts` handles the last key that was pressed while its code loaded.
    let last = intent;
    const remember = (event: Event) => {
      last = event;
    };
    addEventListener('keydown', remember);
    void untilLoaded(importLater).then(({ loadLater }) => {
      removeEventListener('keydown', remember);
      loadLater(router, client, last);
    });
  };
  const timer = setTimeout(load, PAUSE_MS);
  addEventListener('error', reloadStyles, true);
  for (const intent of INTENTS) {
    addEventListener(intent, load, { passive: true, signal: stop.signal });
  }
}

/** Asks again, more and more seldom, for a stylesheet that was not loaded: to Vite it counts as loaded. */
function reloadStyles({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
  const pauseMs = Number(target.dataset.pause ?? PAUSE_MS);
  const again = target.cloneNode() as HTMLLinkElement;
  again.dataset.pause = `${nextPause(pauseMs)}`;
  setTimeout(() => target.replaceWith(again), pauseMs);
}
