import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { vi } from 'vitest';
import { createQueryClient } from '../lib/api/query-client.ts';
import { logInForTest } from './fake-session.ts';

type Search = Record<string, unknown>;

type PageOptions = {
  /** Path of its route, default `/`. */
  path?: string;
  /** Address to open, default the path. */
  at?: string;
  validateSearch?: (raw: Search) => Search;
  /** What is loaded already. */
  known?: [key: string, data: unknown][];
};

/** Renders one page of a signed-in member with a router of its own; calls are not repeated. Answers the router. */
export async function renderPage(Component: () => React.ReactNode, options: PageOptions = {}) {
  const { path = '/', at = path, validateSearch = (raw: Search) => raw, known = [] } = options;
  logInForTest();
  vi.stubGlobal('scrollTo', () => undefined);
  const client = createQueryClient();
  client.setDefaultOptions({ ...client.getDefaultOptions(), queries: { retry: false } });
  for (const [key, data] of known) client.setQueryData([key], data);
  const root = createRootRoute();
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
      {/* The app's routes are registered as the only ones; this page stands alone. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

/** The width of the window for everything that asks by a media query. */
export function fakeMedia(isPhone = false): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width') && isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
