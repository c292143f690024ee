import type { ErrorBody } from '@naru/contract/error-body';
import type { ProviderSignUp } from '@naru/contract/oidc';
import type { QueryClient } from '@tanstack/react-query';
import { createBrowserHistory, createRouter } from '@tanstack/react-router';
import { stringifySearch } from '../lib/api/send.ts';
import { windowForRouter } from '../lib/layer-history.ts';
import { parseSearch } from '../lib/search-parameters.ts';
import { NotFoundPage } from '../pages/site/not-found-page.tsx';
import { focusPageOnNavigation } from './focus.ts';
import { savesData } from './page-data.ts';
import { PageError } from './page-error.tsx';
import { ListPending } from './pending.tsx';
import { routeTree } from './route-tree.ts';

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    history: createBrowserHistory({ window: windowForRouter() }),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: savesData() ? false : 'intent',
    // The query client decides about data freshness.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: ListPending,
  });
  focusPageOnNavigation(router);
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    /** Filled in on the login page after a sign-up or a reset. */
    username?: string;
    /** A login by the sign-in provider that waits for its second step. */
    secondStep?: NonNullable<ErrorBody['secondStep']>;
    /** The sign-in provider has identified the person, but no account is linked. */
    isUnlinked?: boolean;
    /** The session of this page has ended by itself. */
    isEnded?: boolean;
    /** What the sign-in provider brought for a sign-up. */
    signUp?: ProviderSignUp;
  }
  interface StaticDataRouteOption {
    /** Hides header and footer: login and register. */
    bare?: boolean;
    /** Hides the footer: pages that fill the screen. */
    noFooter?: boolean;
    /** Hides the bottom bar of phones: pages with a form for a post. */
    writes?: boolean;
    /** Hides the header and the bottom bar on phones while this search parameter is present. */
    hidesHeaderOnPhonesWith?: string;
    /** Readable before the member has agreed to a new version, as the documents themselves are. */
    asksNoConsent?: boolean;
  }
}
