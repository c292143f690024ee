import { Link, useParams } from '@tanstack/react-router';
import { Lock, Star } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { Flag } from '../../ui/flag.tsx';
import { PATHS } from '../paths.ts';
import { type Section, sectionOf, sectionsOf } from './sections.ts';
import { useIsStudyPage, useStudyEntries } from './study-entries.ts';
import { SUBMENU_ROW, Submenu, topItemClass } from './submenu.tsx';

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
              <BoardSubmenu section={section} on={current === section.key} favorites={favorites} />
            )}
          </li>
        ))}
        <li>
          <StudyMenu onLocked={props.onLocked} />
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
      className={topItemClass(props.on)}
    >
      {props.section.name}
    </Link>
  );
}

function BoardSubmenu(props: { section: Section; on: boolean; favorites: readonly string[] }) {
  const { section, favorites } = props;
  return (
    <Submenu name={section.name} on={props.on}>
      {(close) =>
        section.boards.map((board) => (
          <li key={board.type}>
            <Link
              to={PATHS.board}
              params={{ boardType: board.slug }}
              onClick={close}
              activeProps={{ className: 'bg-sea-weak text-sea', 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false }}
              inactiveProps={{ className: 'hover:bg-hover' }}
              className={SUBMENU_ROW}
            >
              <Flag name={board.flag} size={18} />
              <span className="flex-1">{board.name}</span>
              {favorites.includes(board.type) && <FavoriteMark />}
            </Link>
          </li>
        ))
      }
    </Submenu>
  );
}

function StudyMenu(props: { onLocked: () => void }) {
  const entries = useStudyEntries();
  const on = useIsStudyPage();
  if (entries === null) {
    return (
      <button type="button" className={topItemClass(on)} onClick={props.onLocked}>
        스터디룸
        <Lock size={13} aria-hidden="true" className="ml-0.5 text-ink-3" />
        <span className="sr-only">준비 중</span>
      </button>
    );
  }
  return (
    <Submenu name="스터디룸" on={on}>
      {(close) =>
        entries.map(({ name, to, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={close}
              activeProps={{ className: 'bg-sea-weak text-sea', 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false, exact: true }}
              inactiveProps={{ className: 'hover:bg-hover' }}
              className={SUBMENU_ROW}
            >
              <Icon size={18} aria-hidden="true" className="text-ink-3" />
              {name}
            </Link>
          </li>
        ))
      }
    </Submenu>
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
