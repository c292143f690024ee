import type { BoardType } from '@naru/contract/boards';
import type { FollowedPost } from '@naru/contract/follows';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { toast, UNDO } from '../../ui/toast.ts';
import { useInstantChange } from '../../ui/use-instant-change.ts';
import { followKeys } from '../keys.ts';

type Follows = ResultOf<'GET /api/member/follows'>;

export const followsQuery = queryOptions({
  queryKey: followKeys.mine,
  queryFn: ({ signal }) => api('GET /api/member/follows', { signal }),
  staleTime: 60_000,
});

/** A placeholder until the next read of the list. */
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
  apply: (follows: Follows, on: boolean) => Follows;
};

function useSwitch(switched: Switched) {
  const change = useInstantChange({
    ...switched,
    queryKey: followKeys.mine,
    inverse: (on) => !on,
    failed: '알림 설정을 저장하지 못했습니다. 다시 시도해 주세요.',
    onStored: ({ message }, on: boolean) =>
      toast.success(message, on ? undefined : { label: UNDO, onClick: () => change.mutate(true) }),
    rereads: true,
  });
  return change;
}

export function useFollowPost(postId: number) {
  return useSwitch({
    mutationKey: followKeys.post(postId),
    send: (follows) =>
      api('PUT /api/post/:id/follow', { params: { id: postId }, body: { follows } }),
    apply: (follows, on) => withPost(follows, unread(postId), on),
  });
}

export function useFollowBoard(boardType: BoardType) {
  return useSwitch({
    mutationKey: followKeys.board(boardType),
    send: (follows) => api('PUT /api/board/follow', { body: { boardType, follows } }),
    apply: (follows, on) => withBoard(follows, boardType, on),
  });
}
