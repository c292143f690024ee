import type { QueryClient } from '@tanstack/react-query';
import { newsWanted } from '../entities/boards/board-news.ts';
import { toasterWanted } from '../ui/toast.ts';
import { PATHS } from './paths.ts';
import { safeReturnPath } from './return-path.ts';
import type { AppRouter } from './router.tsx';

/** Milliseconds after the first paint in which the page loads its data. */
const PAUSE_MS = 3000;
/** The first sign that somebody is about to open something. */
const INTENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Loads what the first click may need: panels, menus, dialogs and toasts. Not while the page itself
 * loads, unless somebody reaches for it; afterwards all of them open at once, also offline.
 */
export function loadAfterStart(router: AppRouter, client: QueryClient): void {
  const stop = new AbortController();
  // A notification only navigates within this site, whatever its URL.
  const go = (path: string) =>
    void router.navigate({ href: safeReturnPath(path) ?? PATHS.main });
  const load = (intent?: Event) => {
    stop.abort();
    clearTimeout(timer);
    toasterWanted.set(true);
    newsWanted.set(true);
    void import('./offline.ts').then(({ startOffline }) => startOffline(client));
    void import('./layout/search-keys.ts').then(({ watchSearchKeys }) => watchSearchKeys(intent));
    void import('./layout/header-panels.tsx');
    if (navigator.maxTouchPoints > 0) {
      void import('./pull-pages.ts').then(({ watchPagePulls }) => watchPagePulls(router, client));
    }
    void import('../features/push/push-start.ts').then(({ startPush }) => startPush(client, go));
    void import('../features/cafeteria/cafeteria-sheet.tsx');
    void import('../ui/ask-dialog.tsx');
    void import('../ui/tooltip-bubble.tsx');
    // The list of the files with rare letters: 14 kB, and all texts are laid out again.
    void import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css');
  };
  const timer = setTimeout(load, PAUSE_MS);
  for (const intent of INTENTS) {
    addEventListener(intent, load, { passive: true, signal: stop.signal });
  }
}
