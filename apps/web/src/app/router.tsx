import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { NotFoundPage } from '../pages/site/not-found-page.tsx';
import { focusPageOnNavigation } from './focus.ts';
import { PageError } from './page-error.tsx';
import { PagePending } from './page-pending.tsx';
import { routeTree } from './route-tree.ts';
import { parseSearch, stringifySearch } from './search.ts';

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // The query client decides about data freshness.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PagePending,
  });
  focusPageOnNavigation(router);
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Hides header and footer: login and register. */
    bare?: boolean;
    /** Hides the footer: pages that fill the screen. */
    noFooter?: boolean;
    /** Search parameter that, while present, hides the header on phones. */
    fillsPhoneWith?: string;
  }
}
