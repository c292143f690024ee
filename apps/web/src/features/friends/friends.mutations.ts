import type { FriendStatus } from '@naru/contract/friends';
import type { MemberCard } from '@naru/contract/members';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../entities/member/me.ts';
import { memberCardKey } from '../../entities/member/profile-card.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { FRIENDS_KEY } from './friends.queries.ts';
import { FRIEND_TEXTS } from './friends.texts.ts';

/** The sentence after a request: a crossing one makes friends at once (decisions 105). */
export function requestedText(status: FriendStatus): string {
  return status === 'friend' ? FRIEND_TEXTS.befriended : FRIEND_TEXTS.requested;
}

/** Spec 8: the server's sentence after a cross, otherwise one of ours. */
export function requestFailure(error: unknown): string {
  return error instanceof ApiError ? `❌ ${error.message}` : FRIEND_TEXTS.requestFailed;
}

function setStatus(client: QueryClient, memberId: number, friendStatus: FriendStatus): void {
  client.setQueryData(
    memberCardKey(memberId),
    (card: MemberCard | undefined) =>
      card && { ...card, friendStatus, isFriend: friendStatus === 'friend' },
  );
}

/** Lists, card and header number after a change between the caller and a member. */
function reload(client: QueryClient, memberId: number): Promise<unknown> {
  return Promise.all(
    [FRIENDS_KEY, memberCardKey(memberId), meQuery.queryKey].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

type ChangeOptions = {
  call: () => Promise<{ friendStatus: FriendStatus }>;
  done?: (status: FriendStatus) => string;
  failed: (error: unknown) => string;
};

/** A call that changes what stands between the caller and the member. */
function useChange(memberId: number, options: ChangeOptions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: options.call,
    onSuccess: ({ friendStatus }) => {
      setStatus(client, memberId, friendStatus);
      if (options.done) toast.success(options.done(friendStatus));
    },
    onError: (error) => toast.error(options.failed(error)),
    // Also after a refusal: what was shown may be out of date.
    onSettled: () => reload(client, memberId),
  });
}

export function useAddFriend(id: number) {
  return useChange(id, {
    call: () => api('POST /api/friend/add-friend', { body: { id } }),
    done: requestedText,
    failed: requestFailure,
  });
}

export function useAcceptFriend(id: number) {
  return useChange(id, {
    call: () => api('POST /api/friend/accept-friend', { body: { idToAccept: id } }),
    done: () => FRIEND_TEXTS.befriended,
    failed: (error) => messageOf(error, FRIEND_TEXTS.acceptFailed),
  });
}

export function useDeclineFriend(id: number) {
  return useChange(id, {
    call: () => api('POST /api/friend/decline-friend', { body: { idToDecline: id } }),
    failed: (error) => messageOf(error, FRIEND_TEXTS.declineFailed),
  });
}

/** Ends a friendship, or takes an own request back (decisions 104). */
export function useRemoveFriend(id: number, doneText: string) {
  return useChange(id, {
    call: () => api('DELETE /api/friend/:id', { params: { id } }),
    done: () => doneText,
    failed: (error) => messageOf(error, FRIEND_TEXTS.removeFailed),
  });
}

/** Blocks a member, or lifts the block with false (decisions 107). */
export function useBlock(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (blocked: boolean) =>
      blocked
        ? api('POST /api/friend/block', { body: { id } })
        : api('DELETE /api/friend/block/:id', { params: { id } }),
    onSuccess: (_, blocked) => {
      toast.success(blocked ? FRIEND_TEXTS.blocked : FRIEND_TEXTS.unblocked);
    },
    onError: (error, blocked) => {
      toast.error(
        messageOf(error, blocked ? FRIEND_TEXTS.blockFailed : FRIEND_TEXTS.unblockFailed),
      );
    },
    onSettled: () => reload(client, id),
  });
}
