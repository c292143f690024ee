import type { Me } from '@naru/contract/members';
import { hasRole, type Role } from '@naru/contract/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { isLoggedIn } from '../../lib/session/session.ts';
import { memberKeys } from './member-keys.ts';

/** The signed-in member. */
export const meQuery = queryOptions({
  queryKey: memberKeys.me,
  queryFn: async ({ signal }): Promise<Me> => (await api('GET /api/member/me', { signal })).meDto,
  staleTime: 5 * 60_000,
});

/** Asked only while logged in, so that guests cause no protected call. */
export function useMe() {
  return useQuery({ ...meQuery, enabled: isLoggedIn() });
}

/** True when the member's role is at or above `required`; false until it is known. */
export function useHasRole(required: Role): boolean {
  const { data } = useMe();
  return data !== undefined && hasRole(data.roles, required);
}
