import type { AdminUser } from '@naru/contract/admin';
import { LIMITS } from '@naru/contract/limits';
import type { MemberOrder, UnseenMonths } from '@naru/contract/member-search';
import type { Role } from '@naru/contract/roles';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { peopleKeys } from '../../entities/staff-keys.ts';
import { api, apiFile, apiPage } from '../../lib/api/api.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';
import { koreanDay } from '../../lib/format/dates.ts';
import { saveFile } from '../../lib/save-file.ts';

export type PeopleFilter = {
  username: string;
  name: string;
  nickname: string;
  role?: Role;
  unseen?: UnseenMonths;
  order?: MemberOrder;
};

const NAMED_MAX = 8;

/** `turn` (epoch ms of the submit) makes each submit its own query. */
export type PeopleSearchTurn = PeopleFilter & { turn: number };

/** Never refetched automatically, because each call is audited; mutations patch the cached pages. */
export function peopleQuery(filter: PeopleSearchTurn | null, page: number) {
  return queryOptions({
    queryKey: peopleKeys.page(filter, page),
    queryFn: async ({ signal }) => {
      const { turn: _, ...asked } = filter ?? { turn: 0 };
      const query = { ...asked, page, size: LIMITS.userPageSize };
      const found = await apiPage('GET /api/admin/search-users', { query, signal });
      return { users: found.rows, page: found.page };
    },
    enabled: filter !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    ...MANUAL_QUERY,
  });
}

/** Downloads all members that the search finds. */
export async function exportPeople({ turn: _, ...query }: PeopleSearchTurn): Promise<void> {
  const file = await apiFile('GET /api/admin/members/export', { query });
  saveFile(file, `회원-${koreanDay(Date.now())}.csv`);
}

/** A few members by a part of their names or e-mail address; as audited as `peopleQuery`. */
export function memberSearchQuery(asked: { text: string; turn: number } | null) {
  return queryOptions({
    queryKey: peopleKeys.named(asked),
    queryFn: ({ signal }) => {
      const query = { text: asked?.text, size: NAMED_MAX };
      return api('GET /api/admin/search-users', { query, signal });
    },
    enabled: asked !== null,
    staleTime: Number.POSITIVE_INFINITY,
    ...MANUAL_QUERY,
  });
}

function useUserPatch() {
  const client = useQueryClient();
  return (id: number, patch: Partial<AdminUser>) => {
    const update = (user: AdminUser) => (user.id === id ? { ...user, ...patch } : user);
    client.setQueriesData<{ users: AdminUser[] }>(
      { queryKey: peopleKeys.all },
      (found) => found && { ...found, users: found.users.map(update) },
    );
  };
}

type RoleChange = { userId: number; role: Role; reason: string; isGrant: boolean };

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

/** `until` is the last day (YYYY-MM-DD, Korean time). */
type Suspension = { id: number; until: string; reason: string };

export function useSuspend() {
  const patch = useUserPatch();
  return useMutation({
    mutationFn: ({ id, ...body }: Suspension) =>
      api('POST /api/admin/members/:id/suspend', { params: { id }, body }),
    onSuccess: ({ user }) => patch(user.id, user),
  });
}

type Correction = {
  id: number;
  email?: string | undefined;
  name?: string | undefined;
  reason: string;
};

export function useCorrect() {
  const patch = useUserPatch();
  return useMutation({
    mutationFn: ({ id, ...body }: Correction) =>
      api('POST /api/admin/members/:id/correct', { params: { id }, body }),
    onSuccess: ({ user }) => patch(user.id, user),
  });
}

export function useRemoveSecondFactor() {
  const patch = useUserPatch();
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      api('POST /api/admin/members/:id/remove-second-factor', { params: { id }, body: { reason } }),
    onSuccess: (_, { id }) => patch(id, { hasSecondFactor: false }),
  });
}

export function useLift() {
  const patch = useUserPatch();
  return useMutation({
    mutationFn: (id: number) => api('POST /api/admin/members/:id/lift', { params: { id } }),
    onSuccess: ({ user }) => patch(user.id, user),
  });
}
