import type { BoardType } from '@naru/contract/boards';
import type { FollowedPost } from '@naru/contract/follows';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { toast } from '../../ui/toast.ts';
import { followKeys } from '../keys.ts';

type Follows = ResultOf<'GET /api/member/follows'>;

export const followsQuery = queryOptions({
  queryKey: followKeys.mine,
  queryFn: ({ signal }) => api('GET /api/member/follows', { signal }),
  staleTime: 60_000,
});

/** A post of which the browser knows no more yet; the next read completes it. */
const unread = (id: number): FollowedPost => ({
  ...{ id, title: null, place: '', lectureRoomId: null },
  boardType: 'FREE',
});

function withPost(follows: Follows, post: FollowedPost, on: boolean): Follows {
  const others = follows.posts.filter(({ id }) => id !== post.id);
  return { ...follows, posts: on ? [post, ...others] : others };
}

function withBoard(follows: Follows, type: BoardType, on: boolean): Follows {
  const others = follows.boards.filter((board) => board !== type);
  return { ...follows, boards: on ? [...others, type] : others };
}

type Switched = {
  mutationKey: readonly unknown[];
  send: (on: boolean) => Promise<{ message: string }>;
  /** The state as if the server had taken it. */
  change: (follows: Follows, on: boolean) => Follows;
};

/** Optimistic; presses are sent in their order, and a refused one is taken back. */
function useSwitch({ mutationKey, send, change }: Switched) {
  const client = useQueryClient();
  const show = (on: boolean) =>
    client.setQueryData(followsQuery.queryKey, (follows) => follows && change(follows, on));
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: send,
    onMutate: async (on) => {
      await client.cancelQueries({ queryKey: followKeys.mine });
      show(on);
    },
    onSuccess: ({ message }) => toast.success(message),
    onError: (error, on) => {
      show(!on);
      toast.error(messageOf(error, '알림을 바꾸지 못했습니다.'));
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) > 1) return undefined;
      return client.invalidateQueries({ queryKey: followKeys.mine });
    },
  });
}

export function useFollowPost(postId: number) {
  return useSwitch({
    mutationKey: followKeys.post(postId),
    send: (follows) =>
      api('PUT /api/post/:id/follow', { params: { id: postId }, body: { follows } }),
    change: (follows, on) => withPost(follows, unread(postId), on),
  });
}

export function useFollowBoard(boardType: BoardType) {
  return useSwitch({
    mutationKey: followKeys.board(boardType),
    send: (follows) => api('PUT /api/board/follow', { body: { boardType, follows } }),
    change: (follows, on) => withBoard(follows, boardType, on),
  });
}
