import { findBoard } from '@naru/contract/boards';
import { hasRole, type Role } from '@naru/contract/roles';
import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { meQuery } from '../entities/member/me.ts';
import { PATHS } from '../lib/paths.ts';
import { safeReturnPath } from '../lib/return-path.ts';
import type { ListSearch } from '../lib/search-parameters.ts';
import { endSession, isLoggedIn } from '../lib/session/session.ts';

type BoardInput = { params: { boardType: string }; search: ListSearch };

type GuardInput = {
  context: { queryClient: QueryClient };
  location: { href: string };
};

/** Redirects guests to the login and keeps the requested page; makes no call. */
export function requireLogin({ location }: Pick<GuardInput, 'location'>): void {
  if (isLoggedIn()) return;
  // It may have expired since the page began.
  const state = { isEnded: endSession('ended') };
  const wanted = safeReturnPath(location.href) ?? undefined;
  throw redirect({ to: PATHS.login, search: { redirect: wanted }, state, replace: true });
}

/** Redirects members below `role` to the main page; the server checks every call. */
export function requireRole(role: Role) {
  return async (input: GuardInput): Promise<void> => {
    requireLogin(input);
    const me = await input.context.queryClient.ensureQueryData(meQuery);
    if (!hasRole(me.roles, role)) throw redirect({ to: PATHS.main, replace: true });
  };
}

export function requireGuest(): void {
  if (isLoggedIn()) throw redirect({ to: PATHS.main, replace: true });
}

/** Requires a login; petitions have a list of their own, whose tab and page links back to it have. */
export function enterBoard(input: GuardInput & BoardInput): void {
  requireLogin(input);
  if (findBoard(input.params.boardType)?.form !== 'petition') return;
  const { tab, page } = input.search;
  throw redirect({ to: PATHS.petitions, search: { tab, page }, replace: true });
}

const ID = /^[1-9]\d{0,15}$/;

type RoomInput = Pick<GuardInput, 'location'> & { params: Record<string, string> };

/** Requires a login and numeric ids; any other id is a 404. */
export function enterRoom(input: RoomInput): void {
  requireLogin(input);
  if (!Object.values(input.params).every((id) => ID.test(id))) throw notFound();
}
