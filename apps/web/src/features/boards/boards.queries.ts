import type { Board, BoardType } from '@naru/contract/boards';
import type { Me } from '@naru/contract/members';
import { DONE } from '@naru/contract/texts';
import { boardKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.ts';
import { useInstantChange } from '../../ui/use-instant-change.ts';

/** Market boards use other endpoints for the same list. */
function setFavorite(board: Board, on: boolean): Promise<unknown> {
  const query = { boardType: board.type };
  if (board.group !== 'market') {
    return on
      ? api('POST /api/board/favorites', { body: query })
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
  return useInstantChange({
    queryKey: meQuery.queryKey,
    mutationKey: boardKeys.favorite(board.type),
    send: (on: boolean) => setFavorite(board, on),
    apply: (me: Me, on) => ({
      ...me,
      favoriteBoards: withFavorite(me.favoriteBoards, board.type, on),
    }),
    inverse: (on) => !on,
    failed: '즐겨찾기를 저장하지 못했습니다. 다시 시도해 주세요.',
    onStored: (_, on) => toast.success(on ? DONE.favoriteAdded : '즐겨찾기를 해제했습니다.'),
    rereads: true,
  });
}
