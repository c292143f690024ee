import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { AskHost } from '../ui/ask-host.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { createTestClient } from './fake-api.tsx';

/**
 * Renders inside its own router with dialogs and toasts, for components with links or a leave
 * warning.
 */
export async function renderRouted(
  children: ReactNode,
  known: [key: string, data: unknown][] = [],
  at = '/',
) {
  vi.stubGlobal('scrollTo', () => undefined);
  const client = createTestClient(known);
  const router = createRouter({
    routeTree: createRootRoute({ component: () => children }),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={client}>
      {/* `never`: the registered router type is the app's. */}
      <RouterProvider router={router as never} />
      <AskHost />
      <Toaster />
    </QueryClientProvider>,
  );
  return { client, router };
}
