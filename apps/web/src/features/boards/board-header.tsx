import type { Board } from '@naru/contract/boards';
import type { ReactNode } from 'react';
import { Flag } from '../../ui/flag.tsx';
import { PageHeading } from '../../ui/page.tsx';
import { boardNote } from './boards.texts.ts';
import { FavoriteStar } from './favorite-star.tsx';
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
