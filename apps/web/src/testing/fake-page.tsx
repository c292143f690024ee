import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { vi } from 'vitest';
import { createTestClient } from './fake-api.tsx';
import { logInForTest } from './fake-session.ts';

type Search = Record<string, unknown>;

type PageOptions = {
  /** Route path, default `/`. */
  path?: string;
  /** URL to open, default the path. */
  at?: string;
  validateSearch?: (raw: Search) => Search;
  /** Preloaded queries. */
  known?: [key: string, data: unknown][];
  /** A client with queries of longer keys, instead of `known`. */
  client?: QueryClient;
};

/**
 * Renders one page for a signed-in member in its own router, without retries. Returns the router.
 */
export async function renderPage(Component: () => React.ReactNode, options: PageOptions = {}) {
  const { path = '/', at = path, validateSearch = (raw: Search) => raw, known = [] } = options;
  logInForTest();
  vi.stubGlobal('scrollTo', () => undefined);
  const client = options.client ?? createTestClient(known);
  const root = createRootRoute({ notFoundComponent: () => null });
  const route = createRoute({
    getParentRoute: () => root,
    path,
    component: Component,
    validateSearch,
  });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={client}>
      {/* `never`: the registered router type is the app's. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

/** Stubs media queries as phone or desktop. */
export function fakeMedia(isPhone = false): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width') && isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
