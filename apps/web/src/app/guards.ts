import { hasRole, type Role } from '@naru/contract/roles';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { meQuery } from '../entities/member/me.ts';
import { isLoggedIn } from '../lib/session/session.ts';
import { PATHS } from './paths.ts';
import { safeReturnPath } from './return-path.ts';

export type GuardInput = {
  context: { queryClient: QueryClient };
  location: { href: string };
};

/** Guests go to the login, with the wanted page kept; no call is made before that. */
export function requireLogin({ location }: Pick<GuardInput, 'location'>): void {
  if (isLoggedIn()) return;
  const wanted = safeReturnPath(location.href) ?? undefined;
  throw redirect({ to: PATHS.login, search: { redirect: wanted }, replace: true });
}

/** Members below `role` go to the main page. The server decides again at each call. */
export function requireRole(role: Role) {
  return async (input: GuardInput): Promise<void> => {
    requireLogin(input);
    const me = await input.context.queryClient.ensureQueryData(meQuery);
    if (!hasRole(me.roles, role)) throw redirect({ to: PATHS.main, replace: true });
  };
}

/** The login and the sign-up are for guests. */
export function requireGuest(): void {
  if (isLoggedIn()) throw redirect({ to: PATHS.main, replace: true });
}
