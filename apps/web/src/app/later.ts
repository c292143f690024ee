import type { QueryClient } from '@tanstack/react-query';
import { startPush } from '../features/push/push-start.tsx';
import { refetchAutomatic } from '../lib/api/query-client.ts';
import { loadAhead } from '../lib/load-ahead.ts';
import { PATHS } from '../lib/paths.ts';
import { safeReturnPath } from '../lib/return-path.ts';
import { isSearchKey } from '../lib/search-keys.ts';
import { isLoggedIn } from '../lib/session/session.ts';
import { watchSiteStatus } from '../lib/site-status.ts';
import { watchTheme } from '../lib/theme.ts';
import { watchPulls } from '../ui/pull-refresh.ts';
import { watchStrayDrops } from '../ui/stray-drops.ts';
import { MAIN_ID } from './focus.ts';
import { followFont } from './font.ts';
import { isSearching } from './layout/search-entry.tsx';
import { startOffline } from './offline.ts';
import { watchPageKeys } from './page-keys.ts';
import { movePages } from './page-motion.ts';
import type { AppRouter } from './router.tsx';

/**
 * Loads panels, menus, dialogs and toasts in advance, and starts offline support, push, search keys pull
 * to refresh and the motion between pages; `last` is the event that led here.
 */
export function loadLater(router: AppRouter, client: QueryClient, last?: Event): void {
  void followFont(router);
  startOffline(client);
  // A notification only navigates within this site, whatever its URL.
  startPush(client, (path) => void router.navigate({ href: safeReturnPath(path) ?? PATHS.main }));
  movePages(router);
  watchTheme();
  watchSiteStatus();
  watchSearchKeys(last);
  watchPageKeys(last);
  watchStrayDrops();
  if (navigator.maxTouchPoints > 0) watchPagePulls(router, client);
  loadAhead(
    () => import('./layout/header-panels.tsx'),
    () => import('../features/cafeteria/cafeteria-sheet.tsx'),
    () => import('../ui/ask-dialog.tsx'),
    () => import('../ui/tooltip-bubble.tsx'),
    // The font faces of rare letters: 14 kB that lay out all texts again.
    () => import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'),
  );
}

/** Pages whose content a pull loads again. */
const LISTS: readonly string[] = [PATHS.main, PATHS.board, PATHS.chat, PATHS.lecture];

function isList({ state }: AppRouter): boolean {
  const match = state.matches.at(-1);
  if (match === undefined || !LISTS.includes(match.fullPath)) return false;
  // An open chat room scrolls to older messages.
  return !('room' in match.search) || match.search.room === undefined;
}

/**
 * Lets a finger refresh the lists. Listens to moves only at the top of such a page, as a browser waits
 * for these listeners before it scrolls.
 */
function watchPagePulls(router: AppRouter, client: QueryClient): void {
  let stop: (() => void) | null = null;
  const isAtTop = () => window.scrollY <= 0;
  const follow = () => {
    const area = isAtTop() && isList(router) ? document.getElementById(MAIN_ID) : null;
    if (area === null) {
      stop?.();
      stop = null;
    } else {
      stop ??= watchPulls(area, { isAtTop, refresh: () => refetchAutomatic(client) });
    }
  };
  follow();
  router.subscribe('onRendered', follow);
  window.addEventListener('scroll', follow, { passive: true });
}

/** Opens the search by its keys, unless a dialog is open; `first` is the event that led here. */
function watchSearchKeys(first?: Event): void {
  const follow = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || !isSearchKey(event)) return;
    if (!isLoggedIn() || document.querySelector('[data-modal]') !== null) return;
    event.preventDefault();
    isSearching.set(true);
  };
  if (first) follow(first);
  addEventListener('keydown', follow);
}
