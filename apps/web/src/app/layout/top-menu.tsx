import { Link, useParams } from '@tanstack/react-router';
import { ChevronDown, Lock, Star } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useMe } from '../../lib/session/me.ts';
import { cx } from '../../ui/cx.ts';
import { Flag } from '../../ui/flag.tsx';
import { PATHS } from '../paths.ts';
import { type Section, sectionOf, sectionsOf } from './sections.ts';

const ITEM =
  'flex h-10 items-center gap-1 whitespace-nowrap rounded-ctl px-3.5 font-semibold transition-colors duration-100';

function itemClass(on: boolean): string {
  return cx(ITEM, on ? 'bg-sea-weak text-sea' : 'text-ink-2 hover:bg-hover hover:text-ink');
}

/** The top menus of wide screens. */
export function TopMenu(props: { onLocked: () => void }) {
  const { data: me } = useMe();
  const { boardType } = useParams({ strict: false });
  const current = sectionOf(boardType);
  const favorites = me?.favoriteBoards ?? [];
  return (
    <nav aria-label="주 메뉴" className="max-md:hidden">
      <ul className="flex gap-1">
        {sectionsOf(favorites).map((section) => (
          <li key={section.key}>
            {section.boards.length === 1 ? (
              <SingleLink section={section} on={current === section.key} />
            ) : (
              <Submenu section={section} on={current === section.key} favorites={favorites} />
            )}
          </li>
        ))}
        <li>
          <button type="button" className={itemClass(false)} onClick={props.onLocked}>
            스터디룸
            <Lock size={13} aria-hidden="true" className="ml-0.5 text-ink-3" />
            <span className="sr-only">준비 중</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}

function SingleLink(props: { section: Section; on: boolean }) {
  const [board] = props.section.boards;
  if (!board) return null;
  return (
    <Link
      to={PATHS.board}
      params={{ boardType: board.slug }}
      aria-current={props.on ? 'true' : undefined}
      className={itemClass(props.on)}
    >
      {props.section.name}
    </Link>
  );
}

const CLOSE_DELAY_MS = 140;

/** Open by hover, click or keyboard; Esc and leaving close it. */
function useDisclosure() {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const show = () => {
    clearTimeout(timer.current);
    setOpen(true);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const box = {
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && show(),
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') timer.current = setTimeout(hide, CLOSE_DELAY_MS);
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) hide();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !open) return;
      hide();
      button.current?.focus();
    },
  };
  return { open, show, hide, box, button };
}

function Submenu(props: { section: Section; on: boolean; favorites: readonly string[] }) {
  const { section, favorites } = props;
  const { open, show, hide, box, button } = useDisclosure();
  const id = useId();
  return (
    <div className="relative" {...box}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-current={props.on ? 'true' : undefined}
        aria-controls={id}
        className={itemClass(props.on)}
        // A mouse has opened it by hover already: its click must not close what it came for.
        onClick={(event) => (open && event.detail === 0 ? hide() : show())}
      >
        {section.name}
        <ChevronDown
          size={14}
          aria-hidden="true"
          className={cx('transition-transform duration-100', open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!open} className="absolute top-full left-0 z-20 pt-2">
        <ul className="min-w-48 animate-pop-in rounded-ctl border border-line bg-paper p-1.5 shadow-pop">
          {section.boards.map((board) => (
            <li key={board.type}>
              <Link
                to={PATHS.board}
                params={{ boardType: board.slug }}
                onClick={hide}
                activeProps={{ className: 'bg-sea-weak text-sea', 'aria-current': 'page' }}
                activeOptions={{ includeSearch: false }}
                inactiveProps={{ className: 'hover:bg-hover' }}
                className="flex items-center gap-2.5 rounded-md px-3 py-2 font-medium text-md"
              >
                <Flag name={board.flag} size={18} />
                <span className="flex-1">{board.name}</span>
                {favorites.includes(board.type) && <FavoriteMark />}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

export function FavoriteMark() {
  return (
    <>
      <Star size={14} aria-hidden="true" className="shrink-0 fill-gold text-gold" />
      <span className="sr-only">즐겨찾기</span>
    </>
  );
}
