import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { requireLogin } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { memberPage, rootPage } from '../root-route.ts';
import { lectureSearch, pageSearch, studySearch } from '../search.ts';

const ID = /^[1-9]\d{0,15}$/;

type RoomInput = Parameters<typeof requireLogin>[0] & { params: Record<string, string> };

/** Requires a login and numeric ids; any other id is a 404. */
function enterRoom(input: RoomInput): void {
  requireLogin(input);
  if (!Object.values(input.params).every((id) => ID.test(id))) throw notFound();
}

const studyRoute = createRoute({
  ...memberPage,
  path: PATHS.study,
  validateSearch: studySearch,
  component: lazyRouteComponent(
    () => import('../../pages/study/study-dashboard-page.tsx'),
    'StudyDashboardPage',
  ),
});

const catalogRoute = createRoute({
  getParentRoute: () => studyRoute,
  path: 'catalog',
  component: lazyRouteComponent(() => import('../../pages/study/catalog-page.tsx'), 'CatalogPage'),
});

const waitingRoute = createRoute({
  ...memberPage,
  path: PATHS.studyWaiting,
  validateSearch: pageSearch,
  component: lazyRouteComponent(
    () => import('../../pages/study/waiting-questions-page.tsx'),
    'WaitingQuestionsPage',
  ),
});

const lectureRoute = createRoute({
  ...rootPage,
  path: PATHS.lecture,
  validateSearch: lectureSearch,
  beforeLoad: enterRoom,
  component: lazyRouteComponent(
    () => import('../../pages/study/lecture-room-page.tsx'),
    'LectureRoomPage',
  ),
});

const lectureWriteRoute = createRoute({
  ...rootPage,
  path: PATHS.lectureWrite,
  validateSearch: lectureSearch,
  beforeLoad: enterRoom,
  component: lazyRouteComponent(
    () => import('../../pages/study/lecture-write-page.tsx'),
    'LectureWritePage',
  ),
});

const lectureEditRoute = createRoute({
  ...rootPage,
  path: PATHS.lectureEdit,
  beforeLoad: enterRoom,
  component: lazyRouteComponent(
    () => import('../../pages/study/lecture-write-page.tsx'),
    'LectureWritePage',
  ),
});

const lecturePostRoute = createRoute({
  ...rootPage,
  path: PATHS.lecturePost,
  validateSearch: lectureSearch,
  beforeLoad: enterRoom,
  component: lazyRouteComponent(
    () => import('../../pages/study/lecture-post-page.tsx'),
    'LecturePostPage',
  ),
});

export const studyRoutes = [
  studyRoute.addChildren([catalogRoute]),
  waitingRoute,
  lectureRoute,
  lectureWriteRoute,
  lectureEditRoute,
  lecturePostRoute,
] as const;
