import { type Board, editorRole } from '@naru/contract/boards';
import { hasRole } from '@naru/contract/roles';
import { Link } from '@tanstack/react-router';
import { PenLine, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { NewCount } from '../../entities/boards/new-marks.tsx';
import { useNewCounts } from '../../entities/boards/new-on-boards.ts';
import { useMe } from '../../entities/member/me.ts';
import { PATHS } from '../../lib/paths.ts';
import { Flag } from '../../ui/flag.tsx';
import type { StudyEntry } from './menu-entries.tsx';

export const DRAWER_ROW =
  'flex min-h-11 w-full items-center gap-2 rounded-ctl px-2 font-medium text-left';

/** Rows of the drawer, or of the own menu, below their name. */
export function MenuGroup(props: { name: string; children: ReactNode }) {
  return (
    <section aria-label={props.name}>
      <h3 className="px-2 pb-1 font-semibold text-ink-3 text-sm">{props.name}</h3>
      <ul className="grid grid-cols-2">{props.children}</ul>
    </section>
  );
}

/** A row in a submenu of the header, or in the drawer on phones. */
const LOOKS = {
  submenu: {
    iconSize: 18,
    link: {
      className: 'flex w-full items-center gap-2.5 rounded-md px-3 py-2 font-medium text-md',
      activeProps: { className: 'bg-sea-weak text-sea' },
      inactiveProps: { className: 'hover:bg-hover' },
    },
  },
  drawer: {
    iconSize: 20,
    link: { className: DRAWER_ROW, activeProps: { className: 'bg-sea-weak text-sea' } },
  },
};

type RowsProps = { look: keyof typeof LOOKS; onClose: () => void };

type BoardRowsProps = RowsProps & { boards: readonly Board[]; favorites: readonly string[] };

export function BoardRows({ boards, favorites, look, onClose }: BoardRowsProps) {
  const { iconSize, link } = LOOKS[look];
  const newCounts = useNewCounts();
  return boards.map((board) => {
    const isFavorite = favorites.includes(board.type);
    return (
      <li key={board.type} className="flex">
        <Link
          {...link}
          to={board.form === 'petition' ? PATHS.petitions : PATHS.board}
          params={{ boardType: board.slug }}
          onClick={onClose}
          activeOptions={{ includeSearch: false }}
        >
          <span className="relative flex shrink-0">
            <Flag name={board.flag} size={iconSize} />
            {isFavorite && (
              <Star
                size={14}
                strokeWidth={3}
                className="absolute -top-1.5 -right-1.5 fill-gold stroke-paper [paint-order:stroke]"
              />
            )}
          </span>
          <span className="flex-1 whitespace-nowrap">{board.name}</span>
          <NewCount count={newCounts.get(board.type) ?? 0} />
          {isFavorite && <span className="sr-only">즐겨찾기</span>}
        </Link>
        {look === 'drawer' && <WriteLink board={board} onClose={onClose} />}
      </li>
    );
  });
}

/** Opens the editor at once, for who may write. */
function WriteLink({ board, onClose }: { board: Board; onClose: () => void }) {
  const { data: me } = useMe();
  const role = editorRole(board);
  if (role === null || !me || !hasRole(me.roles, role)) return null;
  return (
    <Link
      to={PATHS.write}
      params={{ boardType: board.slug }}
      aria-label={`${board.name}에 글쓰기`}
      onClick={onClose}
      className="grid h-11 w-10 shrink-0 place-items-center rounded-ctl text-ink-3 hover:bg-hover"
    >
      <PenLine size={18} />
    </Link>
  );
}

export function StudyRows(props: RowsProps & { entries: readonly StudyEntry[] }) {
  const { iconSize, link } = LOOKS[props.look];
  return props.entries.map(({ name, to, icon: Icon }) => (
    <li key={to}>
      <Link
        {...link}
        to={to}
        onClick={props.onClose}
        activeOptions={{ includeSearch: false, exact: true }}
      >
        <Icon size={iconSize} className="text-ink-3" />
        {name}
      </Link>
    </li>
  ));
}
