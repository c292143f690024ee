import { Link, useMatches, useParams } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { headerPanel } from '../../lib/header-panel.ts';
import { PATHS } from '../../lib/paths.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type Section, sectionOf, sectionsOf, useStudyEntries } from './menu-entries.tsx';
import { Submenu, topItemClass } from './submenu.tsx';

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
  const on = useMatches({
    select: (matches) => matches.some(({ fullPath }) => fullPath.startsWith(PATHS.study)),
  });
  if (entries === null) {
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
