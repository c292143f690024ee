import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { PATHS } from '../paths.ts';
import { memberPage } from '../root-route.ts';
import { chatSearch, supportSearch } from '../search.ts';

const chatRoute = createRoute({
  ...memberPage,
  path: PATHS.chat,
  staticData: { noFooter: true, fillsPhoneWith: 'room' },
  validateSearch: chatSearch,
  component: lazyRouteComponent(() => import('../../pages/chat/chat-page.tsx'), 'ChatPage'),
});

const mypageRoute = createRoute({
  ...memberPage,
  path: PATHS.mypage,
  staticData: { noFooter: true },
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
  ...memberPage,
  path: PATHS.support,
  validateSearch: supportSearch,
  component: lazyRouteComponent(
    () => import('../../pages/support/support-page.tsx'),
    'SupportPage',
  ),
});

const inquiryRoute = createRoute({
  ...memberPage,
  path: PATHS.inquiry,
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
