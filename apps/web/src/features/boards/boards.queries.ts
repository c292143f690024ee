import type { Board, BoardType } from '@naru/contract/boards';
import type { Me } from '@naru/contract/members';
import { DONE } from '@naru/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { boardKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';

/** Market boards use other endpoints for the same list. */
function setFavorite(board: Board, on: boolean): Promise<unknown> {
  const query = { boardType: board.type };
  if (board.group !== 'market') {
    return on
      ? api('POST /api/board/favorites', { query })
      : api('DELETE /api/board/favorites', { query });
  }
  return on
    ? api('POST /api/post/favorites', { body: { boardType: board.type, boardName: board.name } })
    : api('DELETE /api/post/favorites', { query });
}

export function withFavorite(
  favorites: readonly BoardType[],
  type: BoardType,
  on: boolean,
): BoardType[] {
  const others = favorites.filter((favorite) => favorite !== type);
  return on ? [...others, type] : others;
}

export function useFavorite(board: Board) {
  const client = useQueryClient();
  const mutationKey = boardKeys.favorite(board.type);
  const show = (on: boolean) =>
    client.setQueryData(
      meQuery.queryKey,
      (me: Me | undefined) =>
        me && { ...me, favoriteBoards: withFavorite(me.favoriteBoards, board.type, on) },
    );
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: (on: boolean) => setFavorite(board, on),
    onMutate: async (on) => {
      await client.cancelQueries({ queryKey: meQuery.queryKey });
      show(on);
    },
    onSuccess: (_, on) => toast.success(on ? DONE.favoriteAdded : '즐겨찾기에서 뺐습니다.'),
    onError: (error, on) => {
      show(!on);
      toast.error(messageOf(error, '즐겨찾기를 바꾸지 못했습니다.'));
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) > 1) return undefined;
      return client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}
