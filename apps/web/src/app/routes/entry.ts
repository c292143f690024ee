import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isLoggedIn } from '../../lib/session/session.ts';
import { requireGuest } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { rootPage } from '../root-route.ts';
import { loginSearch, registerSearch } from '../search.ts';

const indexRoute = createRoute({
  ...rootPage,
  path: PATHS.root,
  beforeLoad: () => {
    throw redirect({ to: isLoggedIn() ? PATHS.main : PATHS.login, replace: true });
  },
});

const loginRoute = createRoute({
  ...rootPage,
  path: PATHS.login,
  staticData: { bare: true },
  validateSearch: loginSearch,
  beforeLoad: requireGuest,
  component: lazyRouteComponent(() => import('../../pages/auth/login-page.tsx'), 'LoginPage'),
});

const registerRoute = createRoute({
  ...rootPage,
  path: PATHS.register,
  staticData: { bare: true },
  validateSearch: registerSearch,
  beforeLoad: requireGuest,
  component: lazyRouteComponent(() => import('../../pages/auth/register-page.tsx'), 'RegisterPage'),
});

export const entryRoutes = [indexRoute, loginRoute, registerRoute] as const;
