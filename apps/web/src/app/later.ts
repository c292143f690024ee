import type { QueryClient } from '@tanstack/react-query';
import { startPush } from '../features/push/push-start.ts';
import { loadAhead } from '../lib/load-ahead.ts';
import { PATHS } from '../lib/paths.ts';
import { safeReturnPath } from '../lib/return-path.ts';
import { watchTheme } from '../lib/theme.ts';
import { watchSearchKeys } from './layout/search-keys.ts';
import { startOffline } from './offline.ts';
import { watchPagePulls } from './pull-pages.ts';
import type { AppRouter } from './router.tsx';

/**
 * Loads panels, menus, dialogs and toasts in advance, and starts offline support, push, search keys and pull
 * to refresh; `last` is the event that led here.
 */
export function loadLater(router: AppRouter, client: QueryClient, last?: Event): void {
  startOffline(client);
  // A notification only navigates within this site, whatever its URL.
  startPush(client, (path) => void router.navigate({ href: safeReturnPath(path) ?? PATHS.main }));
  watchTheme();
  watchSearchKeys(last);
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
