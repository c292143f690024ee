import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { requireLogin } from './guards.ts';
import { Shell } from './shell.tsx';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
});

/** Common options of top-level pages: public, and for members only. */
export const publicPage = { getParentRoute: () => rootRoute };
export const memberPage = { ...publicPage, beforeLoad: requireLogin };
