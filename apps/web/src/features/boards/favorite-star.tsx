import type { Board } from '@naru/contract/boards';
import { Star } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFavorite } from './boards.queries.ts';

export function FavoriteStar({ board }: { board: Board }) {
  const { data: me } = useMe();
  const favorite = useFavorite(board);
  const on = me?.favoriteBoards.includes(board.type) ?? false;
  return (
    <IconButton
      label={on ? '즐겨찾기에서 빼기' : '즐겨찾기에 추가'}
      pressed={on}
      disabled={!me}
      onClick={() => favorite.mutate(!on)}
      className="-ml-1.5"
    >
      <Star
        size={20}
        aria-hidden="true"
        className={cx('transition-colors duration-100', on && 'fill-gold text-gold')}
      />
    </IconButton>
  );
}
