import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requireLogin } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { rootRoute } from '../root-route.ts';
import { boardSearch } from '../search.ts';

const getParentRoute = () => rootRoute;

const mainRoute = createRoute({
  getParentRoute,
  path: PATHS.main,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../../pages/home/home-page.tsx'), 'HomePage'),
});

const boardRoute = createRoute({
  getParentRoute,
  path: PATHS.board,
  validateSearch: boardSearch,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../../pages/community/board-page.tsx'), 'BoardPage'),
});

const postRoute = createRoute({
  getParentRoute,
  path: PATHS.post,
  // Keeps the list's page and search for "back to list".
  validateSearch: boardSearch,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../../pages/community/post-page.tsx'), 'PostPage'),
});

const writeRoute = createRoute({
  getParentRoute,
  path: PATHS.write,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../../pages/write/write-page.tsx'), 'WritePage'),
});

const editRoute = createRoute({
  getParentRoute,
  path: PATHS.edit,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../../pages/write/write-page.tsx'), 'WritePage'),
});

const oldBoardRoute = createRoute({
  getParentRoute,
  path: PATHS.oldBoard,
  beforeLoad: ({ params }) => {
    throw redirect({ to: PATHS.board, params, replace: true });
  },
});

export const communityRoutes = [
  mainRoute,
  boardRoute,
  postRoute,
  writeRoute,
  editRoute,
  oldBoardRoute,
] as const;
