import type { QueryClient } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRouter,
  type ErrorComponentProps,
  useRouter,
} from '@tanstack/react-router';
import { stringifySearch } from '../lib/api/send.ts';
import { windowForRouter } from '../lib/layer-history.ts';
import { NotFoundPage } from '../pages/site/not-found-page.tsx';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { LoadError } from '../ui/states.tsx';
import { focusPageOnNavigation } from './focus.ts';
import { routeTree } from './route-tree.ts';
import { parseSearch } from './search.ts';

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    history: createBrowserHistory({ window: windowForRouter() }),
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

/** Error boundary of one page; header and footer keep working. */
function PageError(props: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    props.reset();
    return router.invalidate();
  };
  return (
    <Page title="오류">
      <Card>
        <LoadError title="화면을 불러오지 못했습니다." error={props.error} onRetry={retry} />
      </Card>
    </Page>
  );
}

function PagePending() {
  return (
    <div className="page-wrap py-5">
      <Card className="overflow-hidden pt-12">
        <SkeletonRows rows={8} />
      </Card>
    </div>
  );
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    /** Filled in on the login page after a sign-up or a reset. */
    username?: string;
  }
  interface StaticDataRouteOption {
    /** Hides header and footer: login and register. */
    bare?: boolean;
    /** Hides the footer: pages that fill the screen. */
    noFooter?: boolean;
    /** Hides the header on phones while this search parameter is present. */
    hidesHeaderOnPhonesWith?: string;
  }
}
