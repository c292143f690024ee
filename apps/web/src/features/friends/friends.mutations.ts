import type { FriendStatus } from '@naru/contract/friends';
import type { MemberCard } from '@naru/contract/members';
import { DONE } from '@naru/contract/texts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { friendKeys, memberKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { type ConfirmOptions, confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';

/** A request that meets a request of the other member makes both friends. */
export function requestedText(status: FriendStatus): string {
  return status === 'friend' ? DONE.befriended : DONE.friendRequested;
}

export function requestFailure(error: unknown): string {
  return error instanceof ApiError ? `❌ ${error.message}` : '친구 요청 중 오류가 발생했습니다.';
}

/** Invalidates what depends on the friendship: lists, profile card, header count. */
function refreshFriendship(client: QueryClient, memberId: number): Promise<unknown> {
  return Promise.all(
    [friendKeys.all, memberKeys.card(memberId), memberKeys.me].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

type ChangeOptions = {
  call: () => Promise<{ friendStatus: FriendStatus }>;
  done?: (status: FriendStatus) => string;
  failed: (error: unknown) => string;
};

function useFriendship(memberId: number, options: ChangeOptions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: options.call,
    onSuccess: ({ friendStatus }) => {
      const isFriend = friendStatus === 'friend';
      client.setQueryData(
        memberKeys.card(memberId),
        (card: MemberCard | undefined) => card && { ...card, friendStatus, isFriend },
      );
      if (options.done) toast.success(options.done(friendStatus));
    },
    onError: (error) => toast.error(options.failed(error)),
    // Also after an error, because the shown status may be outdated.
    onSettled: () => refreshFriendship(client, memberId),
  });
}

export function useAddFriend(id: number) {
  return useFriendship(id, {
    call: () => api('POST /api/friend/add-friend', { body: { id } }),
    done: requestedText,
    failed: requestFailure,
  });
}

export function useAcceptFriend(id: number) {
  return useFriendship(id, {
    call: () => api('POST /api/friend/accept-friend', { body: { idToAccept: id } }),
    done: () => DONE.befriended,
    failed: (error) => messageOf(error, '친구 요청을 수락하지 못했습니다.'),
  });
}

export function useDeclineFriend(id: number) {
  return useFriendship(id, {
    call: () => api('POST /api/friend/decline-friend', { body: { idToDecline: id } }),
    failed: (error) => messageOf(error, '친구 요청을 거절하지 못했습니다.'),
  });
}

/** Ends a friendship or withdraws an own request after a confirmation. */
function useRemoval(id: number, question: ConfirmOptions, doneText: string) {
  const { mutate, isPending } = useFriendship(id, {
    call: () => api('DELETE /api/friend/:id', { params: { id } }),
    done: () => doneText,
    failed: (error) => messageOf(error, '친구를 삭제하지 못했습니다.'),
  });
  const remove = async () => {
    if (await confirmDialog(question)) mutate();
  };
  return { remove, isPending };
}

export function useRemoveFriend(id: number, nickname?: string) {
  const title = '정말 이 친구를 삭제하시겠습니까?';
  const body = nickname && `${nickname} 님`;
  const question = { title, body, confirmLabel: '삭제', danger: true };
  return useRemoval(id, question, '친구를 삭제했습니다.');
}

export function useWithdrawRequest(id: number) {
  const title = '보낸 친구 요청을 취소할까요?';
  return useRemoval(
    id,
    { title, confirmLabel: '요청 취소', cancelLabel: '그대로 두기' },
    '친구 요청을 취소했습니다.',
  );
}
