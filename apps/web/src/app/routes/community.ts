import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { PATHS } from '../paths.ts';
import { memberPage, rootPage } from '../root-route.ts';
import { boardSearch } from '../search.ts';

const mainRoute = createRoute({
  ...memberPage,
  path: PATHS.main,
  component: lazyRouteComponent(() => import('../../pages/home/home-page.tsx'), 'HomePage'),
});

const boardRoute = createRoute({
  ...memberPage,
  path: PATHS.board,
  validateSearch: boardSearch,
  component: lazyRouteComponent(() => import('../../pages/community/board-page.tsx'), 'BoardPage'),
});

const postRoute = createRoute({
  ...memberPage,
  path: PATHS.post,
  // Keeps the list's page and search for "back to list".
  validateSearch: boardSearch,
  component: lazyRouteComponent(() => import('../../pages/community/post-page.tsx'), 'PostPage'),
});

const writeRoute = createRoute({
  ...memberPage,
  path: PATHS.write,
  component: lazyRouteComponent(() => import('../../pages/write/write-page.tsx'), 'WritePage'),
});

const editRoute = createRoute({
  ...memberPage,
  path: PATHS.edit,
  component: lazyRouteComponent(() => import('../../pages/write/write-page.tsx'), 'WritePage'),
});

const oldBoardRoute = createRoute({
  ...rootPage,
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
