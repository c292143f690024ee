import type { PushChoices, PushState } from '@naru/contract/push';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pushKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { useInstantChange } from '../../ui/use-instant-change.ts';
import { findSupport, type Support, subscribeHere, unsubscribeHere } from './this-device.ts';

const REFUSED =
  '브라우저가 알림을 막고 있습니다. 주소창 옆의 사이트 설정에서 알림을 허용해 주세요.';

export const pushQuery = queryOptions({
  queryKey: pushKeys.state,
  queryFn: async ({ signal }) => {
    const [state, support] = await Promise.all([api('GET /api/push', { signal }), findSupport()]);
    return { ...state, support };
  },
});

type Known = Pick<PushState, 'publicKey' | 'subscribed'> & { support: Support };

/** Whether the viewer, who sees no notifications here yet, can be asked for them. */
export function isAsked(state: Known): state is Known & { publicKey: string } {
  const { publicKey, subscribed, support } = state;
  return (
    publicKey !== null && support === 'yes' && !subscribed && Notification.permission === 'default'
  );
}

/** Switches notifications on this device on or off. */
export function useSwitchDevice() {
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  return useMutation({
    mutationFn: async ({ publicKey, isOn }: { publicKey: string; isOn: boolean }) => {
      if (!isOn) await unsubscribeHere();
      else if (!(await subscribeHere(publicKey, me?.id ?? 0))) toast.info(REFUSED);
    },
    onError: (error) =>
      toast.error(messageOf(error, '알림 설정을 저장하지 못했습니다. 다시 시도해 주세요.')),
    onSettled: () => client.invalidateQueries({ queryKey: pushKeys.state }),
  });
}

type ChosenPush = Partial<Omit<PushChoices, 'kinds'>> & {
  kinds?: Partial<PushChoices['kinds']>;
};

export function useChoosePush() {
  return useInstantChange({
    queryKey: pushKeys.state,
    send: (body: ChosenPush) => api('PUT /api/push/choices', { body }),
    apply: (state: PushState, chosen) => ({ ...state, choices: merge(state, chosen) }),
    failed: '알림 설정을 저장하지 못했습니다.',
  });
}

function merge({ choices }: Pick<PushState, 'choices'>, chosen: ChosenPush): PushChoices {
  return { ...choices, ...chosen, kinds: { ...choices.kinds, ...chosen.kinds } };
}
