import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireLogin, requireRole } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { rootRoute } from '../root-route.ts';
import { adminSearch } from '../search.ts';

const getParentRoute = () => rootRoute;

const adminRoute = createRoute({
  getParentRoute,
  path: PATHS.admin,
  validateSearch: adminSearch,
  beforeLoad: requireRole('STUDENT_COUNCIL'),
  component: lazyRouteComponent(() => import('../../pages/admin/admin-page.tsx'), 'AdminPage'),
});

const healthRoute = createRoute({
  getParentRoute,
  path: PATHS.health,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../../pages/site/health-page.tsx'), 'HealthPage'),
});

const termsRoute = createRoute({
  getParentRoute,
  path: PATHS.terms,
  component: lazyRouteComponent(() => import('../../pages/site/terms-page.tsx'), 'TermsPage'),
});

const privacyRoute = createRoute({
  getParentRoute,
  path: PATHS.privacy,
  component: lazyRouteComponent(() => import('../../pages/site/privacy-page.tsx'), 'PrivacyPage'),
});

export const siteRoutes = [adminRoute, healthRoute, termsRoute, privacyRoute] as const;
