import { Link } from '@tanstack/react-router';
import { Lock, ShieldCheck, Users, Utensils } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHasRole, useMe } from '../../entities/member/me.ts';
import { isLoggedIn } from '../../lib/session/session.ts';
import { CountBubble } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Flag } from '../../ui/flag.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { CAFETERIA_HASH, PATHS } from '../paths.ts';
import { type Section, sectionsOf } from './sections.ts';
import { type StudyEntry, useStudyEntries } from './study-entries.ts';
import { FavoriteMark } from './top-menu.tsx';

type MobileMenuProps = { onClose: () => void; onFriends: () => void; onLocked: () => void };

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-ctl px-3 font-medium text-left';

/** Navigation drawer for phones (767 px and less). */
export function MobileMenu(props: MobileMenuProps) {
  return (
    <Dialog open onClose={props.onClose} title="메뉴" shape="drawer">
      {isLoggedIn() ? <MemberMenu {...props} /> : <GuestMenu onClose={props.onClose} />}
    </Dialog>
  );
}

function GuestMenu(props: { onClose: () => void }) {
  return (
    <LinkButton to={PATHS.login} variant="primary" block onClick={props.onClose}>
      로그인
    </LinkButton>
  );
}

function MemberMenu(props: MobileMenuProps) {
  const { data: me } = useMe();
  const mayAdmin = useHasRole('STUDENT_COUNCIL');
  const study = useStudyEntries();
  const favorites = me?.favoriteBoards ?? [];
  const waiting = me?.friendRequestCount ?? 0;
  const sections = sectionsOf(favorites);
  const grouped = sections.filter((section) => section.boards.length > 1);
  const single = sections.filter((section) => section.boards.length === 1);
  return (
    <nav aria-label="전체 메뉴" className="-mx-3 grid gap-4">
      {grouped.map((section) => (
        <MenuGroup key={section.key} name={section.name}>
          <BoardRows section={section} favorites={favorites} onClose={props.onClose} />
        </MenuGroup>
      ))}
      {study !== null && (
        <MenuGroup name="스터디룸">
          <StudyRows entries={study} onClose={props.onClose} />
        </MenuGroup>
      )}
      <MenuGroup name="더 보기">
        {single.map((section) => (
          <BoardRows
            key={section.key}
            section={section}
            favorites={favorites}
            onClose={props.onClose}
          />
        ))}
        <li>
          <button type="button" className={ROW} onClick={props.onFriends}>
            <Users size={20} aria-hidden="true" className="text-ink-3" />
            <span className="flex-1">친구</span>
            <CountBubble count={waiting} />
            {waiting > 0 && <span className="sr-only">받은 친구 요청 {waiting}개</span>}
          </button>
        </li>
        <li>
          <Link to={PATHS.main} hash={CAFETERIA_HASH} className={ROW} onClick={props.onClose}>
            <Utensils size={20} aria-hidden="true" className="text-ink-3" />
            오늘의 식단
          </Link>
        </li>
        {study === null && (
          <li>
            <button type="button" className={ROW} onClick={props.onLocked}>
              <Lock size={20} aria-hidden="true" className="text-ink-3" />
              스터디룸
              <span className="sr-only">준비 중</span>
            </button>
          </li>
        )}
        {mayAdmin && (
          <li>
            <Link to={PATHS.admin} className={ROW} onClick={props.onClose}>
              <ShieldCheck size={20} aria-hidden="true" className="text-ink-3" />
              관리자
            </Link>
          </li>
        )}
      </MenuGroup>
    </nav>
  );
}

function StudyRows(props: { entries: readonly StudyEntry[]; onClose: () => void }) {
  return props.entries.map(({ name, to, icon: Icon }) => (
    <li key={to}>
      <Link
        to={to}
        onClick={props.onClose}
        activeOptions={{ includeSearch: false, exact: true }}
        activeProps={{ className: 'bg-sea-weak text-sea', 'aria-current': 'page' }}
        className={ROW}
      >
        <Icon size={20} aria-hidden="true" className="text-ink-3" />
        {name}
      </Link>
    </li>
  ));
}

function MenuGroup(props: { name: string; children: ReactNode }) {
  return (
    <section aria-label={props.name}>
      <h3 className="px-3 pb-1 font-semibold text-ink-3 text-sm">{props.name}</h3>
      <ul>{props.children}</ul>
    </section>
  );
}

function BoardRows(props: { section: Section; favorites: readonly string[]; onClose: () => void }) {
  return props.section.boards.map((board) => (
    <li key={board.type}>
      <Link
        to={PATHS.board}
        params={{ boardType: board.slug }}
        onClick={props.onClose}
        activeOptions={{ includeSearch: false }}
        activeProps={{ className: 'bg-sea-weak text-sea', 'aria-current': 'page' }}
        className={ROW}
      >
        <Flag name={board.flag} size={20} />
        <span className="flex-1">{board.name}</span>
        {props.favorites.includes(board.type) && <FavoriteMark />}
      </Link>
    </li>
  ));
}
