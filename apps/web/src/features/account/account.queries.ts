import type { NotificationChoices } from '@naru/contract/account';
import type { Me } from '@naru/contract/members';
import { DONE } from '@naru/contract/texts';
import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { accountKeys, memberKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { serverNow } from '../../lib/clock.ts';
import { toast } from '../../ui/toast.ts';
import { useInstantChange } from '../../ui/use-instant-change.ts';
import { isDismissed, type Prove, withProof } from './use-prove.tsx';

/** Sessions of the viewer, the current one first. */
export const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: async ({ signal }) => (await api('GET /api/member/sessions', { signal })).sessions,
});

export const feedsQuery = queryOptions({
  queryKey: accountKeys.feeds,
  queryFn: async ({ signal }) => (await api('GET /api/member/feeds', { signal })).feeds,
  // A program may have read one meanwhile.
  staleTime: 0,
});

export const choicesQuery = queryOptions({
  queryKey: accountKeys.choices,
  queryFn: async ({ signal }) => (await api('GET /api/member/notice-choices', { signal })).choices,
});

/** Whether the password was confirmed in this session; cleared by the logout. */
export function useGate() {
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  // No query function: invalidating all queries does not close the gate, nor does an expired proof.
  const { data: opened } = useQuery<boolean>({
    queryKey: accountKeys.gate,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const proven = me?.reauthUntil != null && Date.parse(me.reauthUntil) > serverNow();
  const open = useCallback(() => client.setQueryData(accountKeys.gate, true), [client]);
  useEffect(() => {
    if (proven) open();
  }, [proven, open]);
  return { isOpen: opened === true || proven, open };
}

/** Applies a change of the own profile to the cache, then refetches it. */
export function useShowMe() {
  const client = useQueryClient();
  return (patch: Partial<Me>) => {
    client.setQueryData(meQuery.queryKey, (me: Me | undefined) => me && { ...me, ...patch });
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
    void client.invalidateQueries({ queryKey: memberKeys.cards });
  };
}

function opposite(choices: Partial<NotificationChoices>): Partial<NotificationChoices> {
  return Object.fromEntries(Object.entries(choices).map(([kind, wanted]) => [kind, !wanted]));
}

/** Switches kinds of notifications; a failure reverts only the kinds it was about. */
export function useChoose() {
  return useInstantChange({
    queryKey: choicesQuery.queryKey,
    send: (choices: Partial<NotificationChoices>) =>
      api('PUT /api/member/notice-choices', { body: { choices } }),
    apply: (stored: NotificationChoices, choices) => ({ ...stored, ...choices }),
    inverse: opposite,
    failed: '알림 설정을 저장하지 못했습니다.',
  });
}

/** Ends one session, or with null all but the current one, after a fresh proof of the password. */
export function useEndSession(prove: Prove) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      withProof<unknown>(prove, () =>
        id === null
          ? api('DELETE /api/member/sessions')
          : api('DELETE /api/member/sessions/:id', { params: { id } }),
      ),
    onSuccess: (_, id) =>
      toast.success(id === null ? DONE.otherSessionsEnded : '그 기기에서 로그아웃했습니다.'),
    onError: (error) => {
      if (!isDismissed(error)) toast.error(messageOf(error, '로그아웃하지 못했습니다.'));
    },
    onSettled: (_result, _error, id) =>
      Promise.all([
        client.invalidateQueries({ queryKey: accountKeys.sessions }),
        id === null && client.invalidateQueries({ queryKey: accountKeys.feeds }),
      ]),
  });
}
