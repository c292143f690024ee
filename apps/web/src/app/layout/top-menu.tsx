import { Link, useMatches, useParams } from '@tanstack/react-router';
import { ChevronDown, Lock } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { headerPanel } from '../../lib/header-panel.ts';
import { PATHS } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import {
  type Section,
  sectionOf,
  sectionsOf,
  useIsStudyLocked,
  useStudyEntries,
} from './menu-entries.tsx';

const ITEM =
  'flex h-10 items-center gap-1 whitespace-nowrap rounded-ctl px-3.5 font-semibold transition-colors duration-100';

/** Classes of a top menu item; `on` marks the section of the current page. */
function topItemClass(on: boolean): string {
  return cx(ITEM, on ? 'bg-sea-weak text-sea' : 'text-ink-2 hover:bg-hover hover:text-ink');
}

const CLOSE_DELAY_MS = 140;

type SubmenuProps = {
  name: string;
  on: boolean;
  /** The rows, as `<li>`s; they call `close` when activated. */
  children: (close: () => void) => ReactNode;
};

/** Opens by hover, click or keyboard; closes on Esc, pointer leave and blur. */
function Submenu({ name, on, children }: SubmenuProps) {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const toggle = (next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  };
  const hide = () => toggle(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and leaving extend to the rows
    <div
      className="relative"
      onPointerEnter={(event) => event.pointerType === 'mouse' && toggle(true)}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') timer.current = setTimeout(hide, CLOSE_DELAY_MS);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hide();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        hide();
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-current={on ? 'true' : undefined}
        aria-controls={id}
        className={topItemClass(on)}
        // Hover has already opened the menu, so a mouse click must not close it.
        onClick={(event) => toggle(!open || event.detail > 0)}
      >
        {name}
        <ChevronDown
          size={14}
          className={cx('transition-transform duration-100', open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!open} className="absolute top-full left-0 z-20 pt-2">
        <ul className="min-w-48 animate-pop-in rounded-ctl border border-line bg-paper p-1.5 shadow-pop">
          {open && children(hide)}
        </ul>
      </div>
    </div>
  );
}

// Shown on hover or press; `after-start.ts` loads them before.
const BoardRows = lazyPart(async () => (await import('./menu-rows.tsx')).BoardRows);
const StudyRows = lazyPart(async () => (await import('./menu-rows.tsx')).StudyRows);

export function TopMenu() {
  const { data: me } = useMe();
  const { boardType } = useParams({ strict: false });
  const current = sectionOf(boardType);
  const favorites = me?.favoriteBoards ?? [];
  return (
    <nav aria-label="주 메뉴" className="max-md:hidden">
      <ul className="flex gap-1">
        {sectionsOf(favorites).map((section) => (
          <li key={section.key}>
            <SectionMenu section={section} on={current === section.key} favorites={favorites} />
          </li>
        ))}
        <li>
          <StudyMenu />
        </li>
      </ul>
    </nav>
  );
}

type SectionMenuProps = { section: Section; on: boolean; favorites: readonly string[] };

/** A submenu, or a link if the section has one board. */
function SectionMenu({ section, on, favorites }: SectionMenuProps) {
  const { name, boards } = section;
  const [board] = boards;
  if (board && boards.length === 1) {
    return (
      <Link
        to={PATHS.board}
        params={{ boardType: board.slug }}
        aria-current={on ? 'true' : undefined}
        className={topItemClass(on)}
      >
        {name}
      </Link>
    );
  }
  return (
    <Submenu name={name} on={on}>
      {(close) => (
        <BoardRows look="submenu" boards={boards} favorites={favorites} onClose={close} />
      )}
    </Submenu>
  );
}

function StudyMenu() {
  const entries = useStudyEntries();
  const isLocked = useIsStudyLocked();
  const on = useMatches({
    select: (matches) => matches.some(({ fullPath }) => fullPath.startsWith(PATHS.study)),
  });
  if (isLocked) {
    return (
      <button type="button" className={topItemClass(on)} onClick={() => headerPanel.set('lock')}>
        스터디룸
        <Lock size={13} className="ml-0.5 text-ink-3" />
        <span className="sr-only">준비 중</span>
      </button>
    );
  }
  return (
    <Submenu name="스터디룸" on={on}>
      {(close) => <StudyRows look="submenu" entries={entries} onClose={close} />}
    </Submenu>
  );
}
