import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { PATHS } from '../../app/paths.ts';
import type { LectureSearch } from '../../app/search.ts';
import { buttonClass } from '../../ui/button-class.ts';

type BackToRoomProps = { lectureId: string; search: LectureSearch; button?: boolean };

/** Leads to the list that the reader came from, in history when it was left through a row. */
export function BackToRoom({ lectureId, search, button = false }: BackToRoomProps) {
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
      to={PATHS.lecture}
      params={{ lectureId }}
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
