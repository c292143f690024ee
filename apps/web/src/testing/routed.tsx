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

/** Renders inside a router of its own, for what warns before it is left or links to pages; questions and toasts are shown. */
export async function renderRouted(
  children: ReactNode,
  known: [key: string, data: unknown][] = [],
) {
  vi.stubGlobal('scrollTo', () => undefined);
  const client = createTestClient(known);
  const router = createRouter({
    routeTree: createRootRoute({ component: () => children }),
    history: createMemoryHistory(),
  });
  await router.load();
  render(
    <QueryClientProvider client={client}>
      {/* The app's routes are registered as the only ones; the piece stands alone. */}
      <RouterProvider router={router as never} />
      <AskHost />
      <Toaster />
    </QueryClientProvider>,
  );
  return { client, router };
}
