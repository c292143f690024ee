import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { galleryRoutes } from '../gallery/gallery-routes.ts';
import { isLoggedIn } from '../lib/session/session.ts';
import { requireGuest, requireLogin, requireRole } from './guards.ts';
import { PATHS } from './paths.ts';
import { rootRoute } from './root-route.ts';
import {
  adminSearch,
  boardSearch,
  loginSearch,
  mailSearch,
  registerSearch,
  supportSearch,
} from './search.ts';
import { studyRoutes } from './study-routes.ts';

const getParentRoute = () => rootRoute;

const indexRoute = createRoute({
  getParentRoute,
  path: PATHS.root,
  beforeLoad: () => {
    throw redirect({ to: isLoggedIn() ? PATHS.main : PATHS.login, replace: true });
  },
});

const loginRoute = createRoute({
  getParentRoute,
  path: PATHS.login,
  staticData: { bare: true },
  validateSearch: loginSearch,
  beforeLoad: requireGuest,
  component: lazyRouteComponent(() => import('../pages/auth/login-page.tsx'), 'LoginPage'),
});

const registerRoute = createRoute({
  getParentRoute,
  path: PATHS.register,
  staticData: { bare: true },
  validateSearch: registerSearch,
  beforeLoad: requireGuest,
  component: lazyRouteComponent(() => import('../pages/auth/register-page.tsx'), 'RegisterPage'),
});

const mainRoute = createRoute({
  getParentRoute,
  path: PATHS.main,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
});

const boardRoute = createRoute({
  getParentRoute,
  path: PATHS.board,
  validateSearch: boardSearch,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../pages/community/board-page.tsx'), 'BoardPage'),
});

const postRoute = createRoute({
  getParentRoute,
  path: PATHS.post,
  // The list's page and search travel along, so that "back to list" leads where the reader was.
  validateSearch: boardSearch,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../pages/community/post-page.tsx'), 'PostPage'),
});

const writeRoute = createRoute({
  getParentRoute,
  path: PATHS.write,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../pages/write/write-page.tsx'), 'WritePage'),
});

const editRoute = createRoute({
  getParentRoute,
  path: PATHS.edit,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../pages/write/write-page.tsx'), 'WritePage'),
});

const oldBoardRoute = createRoute({
  getParentRoute,
  path: PATHS.oldBoard,
  beforeLoad: ({ params }) => {
    throw redirect({ to: PATHS.board, params, replace: true });
  },
});

const chatMailRoute = createRoute({
  getParentRoute,
  path: PATHS.chatMail,
  staticData: { noFooter: true, fillsPhoneWith: 'room' },
  validateSearch: mailSearch,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../pages/mail/chat-mail-page.tsx'), 'ChatMailPage'),
});

const adminRoute = createRoute({
  getParentRoute,
  path: PATHS.admin,
  validateSearch: adminSearch,
  beforeLoad: requireRole('STUDENT_COUNCIL'),
  component: lazyRouteComponent(() => import('../pages/admin/admin-page.tsx'), 'AdminPage'),
});

const mypageRoute = createRoute({
  getParentRoute,
  path: PATHS.mypage,
  staticData: { noFooter: true },
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../pages/mypage/mypage-layout.tsx'), 'MypageLayout'),
});

const mypageIndexRoute = createRoute({
  getParentRoute: () => mypageRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: PATHS.mypageActivity, replace: true });
  },
});

const activityRoute = createRoute({
  getParentRoute: () => mypageRoute,
  path: 'activity',
  component: lazyRouteComponent(() => import('../pages/mypage/activity-page.tsx'), 'ActivityPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => mypageRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('../pages/mypage/account-page.tsx'), 'AccountPage'),
});

const supportRoute = createRoute({
  getParentRoute,
  path: PATHS.support,
  validateSearch: supportSearch,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../pages/support/support-page.tsx'), 'SupportPage'),
});

const inquiryRoute = createRoute({
  getParentRoute,
  path: PATHS.inquiry,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../pages/support/inquiry-page.tsx'), 'InquiryPage'),
});

const healthRoute = createRoute({
  getParentRoute,
  path: PATHS.health,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../pages/site/health-page.tsx'), 'HealthPage'),
});

const termsRoute = createRoute({
  getParentRoute,
  path: PATHS.terms,
  component: lazyRouteComponent(() => import('../pages/site/terms-page.tsx'), 'TermsPage'),
});

const privacyRoute = createRoute({
  getParentRoute,
  path: PATHS.privacy,
  component: lazyRouteComponent(() => import('../pages/site/privacy-page.tsx'), 'PrivacyPage'),
});

export const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  registerRoute,
  mainRoute,
  boardRoute,
  postRoute,
  writeRoute,
  editRoute,
  oldBoardRoute,
  chatMailRoute,
  ...studyRoutes,
  adminRoute,
  mypageRoute.addChildren([mypageIndexRoute, activityRoute, accountRoute]),
  supportRoute,
  inquiryRoute,
  healthRoute,
  termsRoute,
  privacyRoute,
  ...galleryRoutes,
]);
