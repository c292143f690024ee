import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requireLogin } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { rootRoute } from '../root-route.ts';
import { chatSearch, supportSearch } from '../search.ts';

const getParentRoute = () => rootRoute;

const chatRoute = createRoute({
  getParentRoute,
  path: PATHS.chat,
  staticData: { noFooter: true, fillsPhoneWith: 'room' },
  validateSearch: chatSearch,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../../pages/chat/chat-page.tsx'), 'ChatPage'),
});

const mypageRoute = createRoute({
  getParentRoute,
  path: PATHS.mypage,
  staticData: { noFooter: true },
  beforeLoad: requireLogin,
  component: lazyRouteComponent(
    () => import('../../pages/mypage/mypage-layout.tsx'),
    'MypageLayout',
  ),
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
  component: lazyRouteComponent(
    () => import('../../pages/mypage/activity-page.tsx'),
    'ActivityPage',
  ),
});

const accountRoute = createRoute({
  getParentRoute: () => mypageRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('../../pages/mypage/account-page.tsx'), 'AccountPage'),
});

const supportRoute = createRoute({
  getParentRoute,
  path: PATHS.support,
  validateSearch: supportSearch,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(
    () => import('../../pages/support/support-page.tsx'),
    'SupportPage',
  ),
});

const inquiryRoute = createRoute({
  getParentRoute,
  path: PATHS.inquiry,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(
    () => import('../../pages/support/inquiry-page.tsx'),
    'InquiryPage',
  ),
});

export const personalRoutes = [
  chatRoute,
  mypageRoute.addChildren([mypageIndexRoute, activityRoute, accountRoute]),
  supportRoute,
  inquiryRoute,
] as const;
