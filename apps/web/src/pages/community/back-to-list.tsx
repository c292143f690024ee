import type { Board } from '@naru/contract/boards';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { PATHS } from '../../app/paths.ts';
import type { BoardSearch } from '../../app/search.ts';
import { buttonClass } from '../../ui/button-class.ts';

/**
 * Leads to the page of the list that the reader came from. A reader who came through a row goes back
 * in history, so that the list is where it was left.
 */
export function BackToList(props: { board: Board; search: BoardSearch; button?: boolean }) {
  const { board, search, button = false } = props;
  const router = useRouter();
  const fromList = useLocation({ select: ({ state }) => state.fromList === true });
  const onClick = (event: MouseEvent) => {
    const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!fromList || !plain) return;
    event.preventDefault();
    router.history.back();
  };
  return (
    <Link
      to={PATHS.board}
      params={{ boardType: board.slug }}
      search={search}
      onClick={onClick}
      className={
        button
          ? buttonClass({ variant: 'primary' })
          : '-ml-2 inline-flex h-9 items-center gap-1 rounded-ctl px-2 font-semibold text-ink-2 text-md hover:bg-hover hover:text-ink max-md:h-11'
      }
    >
      {!button && <ChevronLeft size={18} aria-hidden="true" />}
      목록으로
    </Link>
  );
}
