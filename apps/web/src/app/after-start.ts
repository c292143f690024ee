import { newsWanted } from '../entities/boards/news-wanted.ts';
import { toasterWanted } from '../ui/toast.ts';

/** Milliseconds after the first paint in which the page loads its data. */
const PAUSE_MS = 3000;
/** The first sign that somebody is about to open something. */
const INTENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Loads what the first click may need: panels, menus, dialogs and toasts. Not while the page itself
 * loads, unless somebody reaches for it; afterwards all of them open at once, also offline.
 */
export function loadAfterStart(): void {
  const stop = new AbortController();
  const load = (intent?: Event) => {
    stop.abort();
    clearTimeout(timer);
    toasterWanted.set(true);
    newsWanted.set(true);
    // With it come the panels and menus of the header, which are in its chunk (`vite/chunks.ts`), and layers.
    let last = intent;
    const remember = (event: Event) => {
      last = event;
    };
    addEventListener('keydown', remember);
    void import('./layout/search-keys.ts').then(({ watchSearchKeys }) => {
      removeEventListener('keydown', remember);
      watchSearchKeys(last);
    });
    // The list of the files with rare letters: 14 kB, and all texts are laid out again.
    void import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css');
  };
  const timer = setTimeout(load, PAUSE_MS);
  for (const intent of INTENTS) {
    addEventListener(intent, load, { passive: true, signal: stop.signal });
  }
}
