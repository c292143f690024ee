import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { PATHS } from '../lib/paths.ts';
import {
  activitySearch,
  adminSearch,
  boardSearch,
  calendarSearch,
  chatSearch,
  findSearch,
  lectureSearch,
  loginSearch,
  pageSearch,
  petitionSearch,
  registerSearch,
  studySearch,
  supportSearch,
  writeSearch,
} from '../lib/search-parameters.ts';
import { isLoggedIn } from '../lib/session/session.ts';
import { PostPending } from '../pages/community/post-pending.tsx';
import { HomePage } from '../pages/home/home-page.tsx';
import { enterBoard, enterRoom, requireGuest, requireLogin, requireRole } from './guards.ts';
import { startBoard, startHome, startPost } from './page-data.ts';
import { lazyPage as lazy } from './page-error.tsx';
import { FormPending } from './pending.tsx';
import { Shell } from './shell.tsx';

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Shell });

const rootPage = { getParentRoute: () => rootRoute };
const barePage = { ...rootPage, staticData: { bare: true } };
const guestPage = { ...barePage, beforeLoad: requireGuest };
const documentPage = { ...rootPage, staticData: { asksNoConsent: true } };
const memberPage = { ...rootPage, beforeLoad: requireLogin };
const roomPage = { ...rootPage, beforeLoad: enterRoom };
const writing = { staticData: { writes: true }, pendingComponent: FormPending };
const writePage = { ...memberPage, ...writing };
const roomWritePage = { ...roomPage, ...writing };

const studyRoute = createRoute({
  ...memberPage,
  path: PATHS.study,
  validateSearch: studySearch,
  component: lazy(() => import('../pages/study/study-dashboard-page.tsx'), 'StudyDashboardPage'),
});

const catalogRoute = createRoute({
  getParentRoute: () => studyRoute,
  path: 'catalog',
  component: lazy(() => import('../pages/study/catalog-page.tsx'), 'CatalogPage'),
});

const mypageRoute = createRoute({
  ...memberPage,
  path: PATHS.mypage,
  staticData: { noFooter: true },
  component: lazy(() => import('../pages/mypage/mypage-layout.tsx'), 'MypageLayout'),
});

const mypagePage = { getParentRoute: () => mypageRoute };
const handledPage = lazy(() => import('../pages/mypage/handled-page.tsx'), 'HandledPage');
const accountPage = lazy(() => import('../pages/mypage/account-page.tsx'), 'AccountPage');

const mypageRoutes = [
  createRoute({
    ...mypagePage,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: PATHS.mypageActivity, replace: true });
    },
  }),
  createRoute({
    ...mypagePage,
    path: 'activity',
    validateSearch: activitySearch,
    component: lazy(() => import('../pages/mypage/activity-page.tsx'), 'ActivityPage'),
  }),
  createRoute({ ...mypagePage, path: 'account', component: accountPage }),
  createRoute({ ...mypagePage, path: 'account/$page', component: accountPage }),
  createRoute({
    ...mypagePage,
    path: 'handled',
    validateSearch: pageSearch,
    component: lazy(() => import('../features/objections/handled-card.tsx'), 'HandledCard'),
  }),
  createRoute({ ...mypagePage, path: 'handled/$type/$id', component: handledPage }),
] as const;

const providerPage = lazy(() => import('../pages/auth/provider-page.tsx'), 'ProviderPage');
const editorPage = lazy(() => import('../pages/write/write-page.tsx'), 'WritePage');
const roomEditor = lazy(() => import('../pages/study/lecture-write-page.tsx'), 'LectureWritePage');
const waiting = () => import('../pages/study/waiting-questions-page.tsx');
const reportPage = lazy(() => import('../pages/support/report-page.tsx'), 'ReportPage');
const petitionsPage = lazy(() => import('../pages/community/petitions-page.tsx'), 'PetitionsPage');
const sharePage = lazy(() => import('../pages/share/share-page.tsx'), 'SharePage');
const inquiryPage = lazy(() => import('../pages/support/inquiry-page.tsx'), 'InquiryPage');
const healthPage = lazy(() => import('../pages/site/health-page.tsx'), 'HealthPage');
const bookingsPage = lazy(() => import('../pages/bookings/bookings-page.tsx'), 'BookingsPage');
const myReviews = lazy(() => import('../pages/study/my-reviews-page.tsx'), 'MyReviewsPage');
const guidePage = lazy(() => import('../pages/guide/guide-page.tsx'), 'GuidePage');

const pageRoutes = [
  createRoute({
    ...rootPage,
    path: PATHS.root,
    beforeLoad: () => {
      throw redirect({ to: isLoggedIn() ? PATHS.main : PATHS.login, replace: true });
    },
  }),
  createRoute({
    ...guestPage,
    path: PATHS.login,
    validateSearch: loginSearch,
    component: lazy(() => import('../pages/auth/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    ...guestPage,
    path: PATHS.register,
    validateSearch: registerSearch,
    component: lazy(() => import('../pages/auth/register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({ ...barePage, path: PATHS.provider, component: providerPage }),
  createRoute({
    ...rootPage,
    path: PATHS.objection,
    component: lazy(() => import('../pages/auth/objection-page.tsx'), 'ObjectionPage'),
  }),
  createRoute({ ...documentPage, path: PATHS.report, component: reportPage }),
  createRoute({
    ...documentPage,
    path: PATHS.digest,
    component: lazy(() => import('../pages/site/digest-page.tsx'), 'DigestPage'),
  }),
  createRoute({
    ...barePage,
    path: PATHS.invitation,
    component: lazy(() => import('../pages/auth/invitation-page.tsx'), 'InvitationPage'),
  }),
  createRoute({
    ...memberPage,
    path: PATHS.main,
    // Part of the first load: most visits start here, and a second round trip would delay it.
    ...{ loader: startHome, component: HomePage },
  }),
  createRoute({
    ...rootPage,
    path: PATHS.board,
    validateSearch: boardSearch,
    beforeLoad: enterBoard,
    loaderDeps: ({ search }) => search,
    loader: startBoard,
    component: lazy(() => import('../pages/community/board-page.tsx'), 'BoardPage'),
  }),
  createRoute({
    ...memberPage,
    path: PATHS.petitions,
    ...{ validateSearch: petitionSearch, component: petitionsPage },
  }),
  createRoute({
    ...memberPage,
    path: PATHS.post,
    // Keeps the list's page and search for "back to list".
    validateSearch: boardSearch,
    loader: startPost,
    component: lazy(() => import('../pages/community/post-page.tsx'), 'PostPage'),
    pendingComponent: PostPending,
  }),
  createRoute({
    ...writePage,
    path: PATHS.write,
    validateSearch: writeSearch,
    component: editorPage,
  }),
  createRoute({ ...writePage, path: PATHS.edit, component: editorPage }),
  createRoute({
    ...rootPage,
    path: PATHS.oldBoard,
    beforeLoad: ({ params }) => {
      throw redirect({ to: PATHS.board, params, replace: true });
    },
  }),
  studyRoute.addChildren([catalogRoute]),
  createRoute({
    ...memberPage,
    path: PATHS.studyWaiting,
    validateSearch: pageSearch,
    component: lazy(waiting, 'WaitingQuestionsPage'),
  }),
  createRoute({
    ...memberPage,
    path: PATHS.studyFriends,
    validateSearch: studySearch,
    component: lazy(() => import('../pages/study/friends-week-page.tsx'), 'FriendsWeekPage'),
  }),
  createRoute({ ...memberPage, path: PATHS.myReviews, component: myReviews }),
  createRoute({
    ...roomPage,
    path: PATHS.courseReviews,
    validateSearch: pageSearch,
    component: lazy(() => import('../pages/study/course-reviews-page.tsx'), 'CourseReviewsPage'),
  }),
  createRoute({
    ...roomPage,
    path: PATHS.lecture,
    validateSearch: lectureSearch,
    component: lazy(() => import('../pages/study/lecture-room-page.tsx'), 'LectureRoomPage'),
  }),
  createRoute({
    ...roomWritePage,
    path: PATHS.lectureWrite,
    validateSearch: lectureSearch,
    component: roomEditor,
  }),
  createRoute({
    ...roomWritePage,
    path: PATHS.lectureEdit,
    component: roomEditor,
  }),
  createRoute({
    ...roomPage,
    path: PATHS.lecturePost,
    validateSearch: lectureSearch,
    component: lazy(() => import('../pages/study/lecture-post-page.tsx'), 'LecturePostPage'),
    pendingComponent: PostPending,
  }),
  createRoute({
    ...memberPage,
    path: PATHS.search,
    validateSearch: findSearch,
    component: lazy(() => import('../pages/search/search-page.tsx'), 'SearchPage'),
  }),
  createRoute({ ...memberPage, path: PATHS.share, component: sharePage }),
  createRoute({
    ...memberPage,
    path: PATHS.calendar,
    validateSearch: calendarSearch,
    component: lazy(() => import('../pages/calendar/calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({ ...memberPage, path: PATHS.bookings, component: bookingsPage }),
  createRoute({ ...memberPage, path: PATHS.booking, component: bookingsPage }),
  createRoute({
    ...memberPage,
    path: PATHS.chat,
    staticData: { noFooter: true, hidesHeaderOnPhonesWith: 'room' },
    validateSearch: chatSearch,
    component: lazy(() => import('../pages/chat/chat-page.tsx'), 'ChatPage'),
  }),
  mypageRoute.addChildren(mypageRoutes),
  createRoute({
    ...memberPage,
    path: PATHS.support,
    validateSearch: supportSearch,
    component: lazy(() => import('../pages/support/support-page.tsx'), 'SupportPage'),
  }),
  createRoute({ ...memberPage, path: PATHS.inquiry, component: inquiryPage }),
  createRoute({
    ...rootPage,
    path: PATHS.admin,
    validateSearch: adminSearch,
    beforeLoad: requireRole('STUDENT_COUNCIL'),
    component: lazy(() => import('../pages/admin/admin-page.tsx'), 'AdminPage'),
  }),
  createRoute({ ...memberPage, path: PATHS.health, component: healthPage }),
  createRoute({
    ...documentPage,
    path: PATHS.terms,
    component: lazy(() => import('../pages/site/document-page.tsx'), 'TermsPage'),
  }),
  createRoute({
    ...documentPage,
    path: PATHS.privacy,
    component: lazy(() => import('../pages/site/document-page.tsx'), 'PrivacyPage'),
  }),
  createRoute({ ...documentPage, path: PATHS.guide, component: guidePage }),
  createRoute({ ...documentPage, path: PATHS.guidePage, component: guidePage }),
] as const;

/**
 * Gallery of `ui/` in development and in builds with `VITE_GALLERY=1`. All of it is inside the
 * condition, so that other builds drop it.
 */
const galleryRoutes =
  import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1'
    ? [
        createRoute({
          ...barePage,
          path: PATHS.gallery,
          component: lazy(() => import('../gallery/gallery-page.tsx'), 'GalleryPage'),
        }),
        createRoute({
          ...barePage,
          path: PATHS.galleryKit,
          component: lazy(() => import('../gallery/gallery-page.tsx'), 'KitPage'),
        }),
      ]
    : [];

export const routeTree = rootRoute.addChildren([...pageRoutes, ...galleryRoutes]);
