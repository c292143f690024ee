import type { FriendStatus } from '@naru/contract/friends';
import type { MemberCard } from '@naru/contract/members';
import { DONE } from '@naru/contract/texts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshFriendship } from '../../entities/friends/use-block.ts';
import { memberKeys } from '../../entities/member/member-keys.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { FRIEND_TEXTS } from './friends.texts.ts';

/** A request that meets a request of the other member makes both friends. */
export function requestedText(status: FriendStatus): string {
  return status === 'friend' ? FRIEND_TEXTS.befriended : DONE.friendRequested;
}

export function requestFailure(error: unknown): string {
  return error instanceof ApiError ? `❌ ${error.message}` : '친구 요청 중 오류가 발생했습니다.';
}

function setStatus(client: QueryClient, memberId: number, friendStatus: FriendStatus): void {
  client.setQueryData(
    memberKeys.card(memberId),
    (card: MemberCard | undefined) =>
      card && { ...card, friendStatus, isFriend: friendStatus === 'friend' },
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
      setStatus(client, memberId, friendStatus);
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
    done: () => FRIEND_TEXTS.befriended,
    failed: (error) => messageOf(error, '친구 요청을 수락하지 못했습니다.'),
  });
}

export function useDeclineFriend(id: number) {
  return useFriendship(id, {
    call: () => api('POST /api/friend/decline-friend', { body: { idToDecline: id } }),
    failed: (error) => messageOf(error, '친구 요청을 거절하지 못했습니다.'),
  });
}

/** Ends a friendship or withdraws an own request. */
export function useRemoveFriend(id: number, doneText: string) {
  return useFriendship(id, {
    call: () => api('DELETE /api/friend/:id', { params: { id } }),
    done: () => doneText,
    failed: (error) => messageOf(error, '친구를 삭제하지 못했습니다.'),
  });
}
