import type { AdminUser } from '@naru/contract/admin';
import { LIMITS } from '@naru/contract/limits';
import type { Role } from '@naru/contract/roles';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { peopleKeys } from '../../entities/member/member-keys.ts';
import { api } from '../../lib/api/api.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';

export type PeopleFilter = { username: string; name: string; nickname: string; role: Role | '' };

/** What the search asked for; `turn` is the moment of the press: each press asks the server. */
export type PeopleSearchTurn = PeopleFilter & { turn: number };

/**
 * A page of members. Each call is a line in the audit log: nothing is asked again by itself, what
 * changes is written into the answer that is there.
 */
export function peopleQuery(filter: PeopleSearchTurn | null, page: number) {
  return queryOptions({
    queryKey: peopleKeys.page(filter, page),
    queryFn: ({ signal }) => {
      const { username, name, nickname, role } = filter ?? {};
      return api('GET /api/admin/search-users', {
        query: {
          username: username || undefined,
          name: name || undefined,
          nickname: nickname || undefined,
          role: role || undefined,
          page,
          size: LIMITS.userPageSize,
        },
        signal,
      });
    },
    enabled: filter !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    ...MANUAL_QUERY,
  });
}

type Found = { users: AdminUser[] };

function useUserPatch() {
  const client = useQueryClient();
  return (id: number, patch: Partial<AdminUser>) => {
    client.setQueriesData<Found>({ queryKey: peopleKeys.all }, (found) =>
      found
        ? {
            ...found,
            users: found.users.map((user) => (user.id === id ? { ...user, ...patch } : user)),
          }
        : found,
    );
  };
}

type RoleChange = { userId: number; role: Role; reason: string; isGrant: boolean };

/** Gives or takes a role; the shown member follows. */
export function useChangeRole() {
  const patch = useUserPatch();
  return useMutation({
    mutationFn: ({ isGrant, ...query }: RoleChange) =>
      isGrant
        ? api('POST /api/admin/grant-role', { query })
        : api('DELETE /api/admin/revoke-role', { query }),
    onSuccess: ({ roles }, { userId }) => patch(userId, { roles }),
  });
}

type Suspension = { id: number; until: string; reason: string };

/** Suspends a member up to the end of a Korean day; the shown member follows. */
export function useSuspend() {
  const patch = useUserPatch();
  return useMutation({
    mutationFn: ({ id, ...body }: Suspension) =>
      api('POST /api/admin/members/:id/suspend', { params: { id }, body }),
    onSuccess: ({ user }) => patch(user.id, user),
  });
}

export function useLift() {
  const patch = useUserPatch();
  return useMutation({
    mutationFn: (id: number) => api('POST /api/admin/members/:id/lift', { params: { id } }),
    onSuccess: ({ user }) => patch(user.id, user),
  });
}
