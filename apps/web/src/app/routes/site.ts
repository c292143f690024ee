import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireRole } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { memberPage, rootPage } from '../root-route.ts';
import { adminSearch } from '../search.ts';

const adminRoute = createRoute({
  ...rootPage,
  path: PATHS.admin,
  validateSearch: adminSearch,
  beforeLoad: requireRole('STUDENT_COUNCIL'),
  component: lazyRouteComponent(() => import('../../pages/admin/admin-page.tsx'), 'AdminPage'),
});

const healthRoute = createRoute({
  ...memberPage,
  path: PATHS.health,
  component: lazyRouteComponent(() => import('../../pages/site/health-page.tsx'), 'HealthPage'),
});

const termsRoute = createRoute({
  ...rootPage,
  path: PATHS.terms,
  component: lazyRouteComponent(() => import('../../pages/site/terms-page.tsx'), 'TermsPage'),
});

const privacyRoute = createRoute({
  ...rootPage,
  path: PATHS.privacy,
  component: lazyRouteComponent(() => import('../../pages/site/privacy-page.tsx'), 'PrivacyPage'),
});

export const siteRoutes = [adminRoute, healthRoute, termsRoute, privacyRoute] as const;
