import type { QueryClient } from '@tanstack/react-query';
import { refetchAutomatic } from '../lib/api/query-client.ts';
import { PATHS } from '../lib/paths.ts';
import { watchPulls } from '../ui/pull-refresh.ts';
import { MAIN_ID } from './focus.ts';
import type { AppRouter } from './router.tsx';

/** Pages whose content a pull loads anew. */
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
export function watchPagePulls(router: AppRouter, client: QueryClient): void {
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
