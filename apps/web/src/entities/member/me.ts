import type { Me } from '@naru/contract/members';
import { hasRole, type Role } from '@naru/contract/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { isLoggedIn } from '../../lib/session/session.ts';
import { memberKeys } from '../keys.ts';

export const meQuery = queryOptions({
  queryKey: memberKeys.me,
  queryFn: async ({ signal }): Promise<Me> => (await api('GET /api/member/me', { signal })).meDto,
  staleTime: 5 * 60_000,
});

/** Disabled for guests, who must not call a protected route. */
export function useMe() {
  return useQuery({ ...meQuery, enabled: isLoggedIn() });
}

export function useHasRole(required: Role): boolean {
  const { data } = useMe();
  return data !== undefined && hasRole(data.roles, required);
}
