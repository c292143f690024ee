import type { Board } from '@naru/contract/boards';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { cx } from '../../ui/cx.ts';
import { Flag } from '../../ui/flag.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeading } from '../../ui/page.tsx';
import { useFavorite } from './boards.queries.ts';
import { boardNote } from './boards.texts.ts';
import { WriteButton } from './write-button.tsx';

/** `action` replaces the write button. */
export function BoardHeader(props: { board: Board; action?: ReactNode }) {
  const { board } = props;
  const note = boardNote(board);
  return (
    <div className="px-5 pt-5 pb-4 max-md:px-4 max-md:pt-4 max-md:pb-3">
      <div className="flex min-h-11 items-center gap-2.5">
        <Flag name={board.flag} size={28} />
        <PageHeading className="min-w-0 truncate max-md:text-xl">{board.name}</PageHeading>
        <FavoriteStar board={board} />
        <div className="ml-auto">{props.action ?? <WriteButton board={board} />}</div>
      </div>
      {note && <p className="mt-1 text-ink-3 text-md">{note}</p>}
    </div>
  );
}

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
