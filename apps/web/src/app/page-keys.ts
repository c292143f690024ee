import { isShowingKeys, type PageKey, pageKeyOf, pageKeysEnabled } from '../lib/page-keys.ts';
import { isLoggedIn } from '../lib/session/session.ts';

/** Rows of the page, links or comments. */
const ROWS = 'main [data-key-row]';
/** What writes a new post, item or comment. */
const WRITING = ['main [data-key-write]', 'main [data-composer] textarea'];
/** Height of what lies above and below the rows, in px. */
const EDGE = 80;

/** Follows `j`, `k`, `n` and `?` until the returned function runs; `first` is the event that led here. */
export function watchPageKeys(first?: Event): () => void {
  const follow = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || !pageKeysEnabled.get() || !isLoggedIn()) return;
    const key = pageKeyOf(event);
    if (key !== null && ACTIONS[key]()) event.preventDefault();
  };
  if (first) follow(first);
  addEventListener('keydown', follow);
  return () => removeEventListener('keydown', follow);
}

/** Each returns whether there was something to do. */
const ACTIONS: Record<PageKey, () => boolean> = {
  next: () => move(1),
  previous: () => move(-1),
  write,
  help() {
    if (document.querySelector('[data-bare]')) return false;
    isShowingKeys.set(true);
    return true;
  },
};

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

function shown(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown);
}

/** To the next or previous row; without one in focus to the first that is in view, or the one before. */
function move(step: 1 | -1): boolean {
  const rows = shown(ROWS);
  const focused = document.activeElement?.closest(ROWS) ?? document.activeElement;
  const at = rows.findIndex((row) => row === focused || row.closest('li') === focused);
  const inView = rows.findIndex((row) => row.getBoundingClientRect().top >= EDGE);
  const next = at >= 0 ? at + step : step === 1 ? inView : inView - 1;
  const row = rows[next];
  if (row === undefined) return false;
  if (!row.hasAttribute('href')) row.tabIndex = -1;
  row.focus({ preventScroll: true });
  const { top, bottom } = row.getBoundingClientRect();
  if (top < EDGE || bottom > innerHeight - EDGE) {
    scrollBy({ top: top - innerHeight / 3 });
  }
  return true;
}

function write(): boolean {
  const [target] = WRITING.flatMap(shown);
  if (target === undefined) return false;
  target.focus();
  if (!(target instanceof HTMLTextAreaElement)) target.click();
  return true;
}
