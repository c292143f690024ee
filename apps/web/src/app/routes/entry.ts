import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isLoggedIn } from '../../lib/session/session.ts';
import { requireGuest } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { rootRoute } from '../root-route.ts';
import { loginSearch, registerSearch } from '../search.ts';

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
  component: lazyRouteComponent(() => import('../../pages/auth/login-page.tsx'), 'LoginPage'),
});

const registerRoute = createRoute({
  getParentRoute,
  path: PATHS.register,
  staticData: { bare: true },
  validateSearch: registerSearch,
  beforeLoad: requireGuest,
  component: lazyRouteComponent(() => import('../../pages/auth/register-page.tsx'), 'RegisterPage'),
});

export const entryRoutes = [indexRoute, loginRoute, registerRoute] as const;
