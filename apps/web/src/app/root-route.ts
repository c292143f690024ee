import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { requireLogin } from './guards.ts';
import { Shell } from './shell.tsx';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
});

/** Common options of top-level pages; `memberPage` requires a login. */
export const rootPage = { getParentRoute: () => rootRoute };
export const memberPage = { ...rootPage, beforeLoad: requireLogin };
