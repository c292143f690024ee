import type { NoticeChoices } from '@naru/contract/account';
import type { Me } from '@naru/contract/members';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { meQuery } from '../../lib/session/me.ts';

const ACCOUNT_KEY = ['account'] as const;

/** Where the caller is logged in; this device first. */
export const sessionsQuery = queryOptions({
  queryKey: [...ACCOUNT_KEY, 'sessions'],
  queryFn: async ({ signal }) => (await api('GET /api/member/sessions', { signal })).sessions,
});

/** Kinds of notices the caller wants. */
export const choicesQuery = queryOptions({
  queryKey: [...ACCOUNT_KEY, 'choices'],
  queryFn: async ({ signal }) => (await api('GET /api/member/notice-choices', { signal })).choices,
});

const gateKey = [...ACCOUNT_KEY, 'gate'] as const;

/** True once the password was given in this session (spec 4); forgotten with the logout. */
export function useGate() {
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const { data: opened } = useQuery<boolean>({
    queryKey: gateKey,
    queryFn: () => false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const proven = me?.reauthUntil != null && Date.parse(me.reauthUntil) > Date.now();
  return { isOpen: opened === true || proven, open: () => client.setQueryData(gateKey, true) };
}

/** Shows a change of the own profile everywhere at once, then loads it again. */
export function useShowMe() {
  const client = useQueryClient();
  return (patch: Partial<Me>) => {
    client.setQueryData(meQuery.queryKey, (me: Me | undefined) => me && { ...me, ...patch });
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
    void client.invalidateQueries({ queryKey: ['members'] });
  };
}

/** Switches one kind of notices; the switch moves at once and goes back when it fails. */
export function useChoose() {
  const client = useQueryClient();
  const { queryKey } = choicesQuery;
  return useMutation({
    scope: { id: 'notice-choices' },
    mutationFn: (choices: Partial<NoticeChoices>) =>
      api('PUT /api/member/notice-choices', { body: { choices } }),
    onMutate: async (choices) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, ...choices });
      return before;
    },
    onError: (_, __, before) => {
      if (before) client.setQueryData(queryKey, before);
    },
    onSuccess: ({ choices }) => client.setQueryData(queryKey, choices),
  });
}

/** Logs out there, or with null everywhere but here. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? api('DELETE /api/member/sessions')
        : api('DELETE /api/member/sessions/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
