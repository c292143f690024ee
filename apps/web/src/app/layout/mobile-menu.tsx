import { Link, useLocation } from '@tanstack/react-router';
import { ShieldCheck, Users, Utensils } from 'lucide-react';
import { useHasRole, useMe } from '../../entities/member/me.ts';
import { headerPanel } from '../../lib/header-panel.ts';
import { CAFETERIA_HASH, PATHS } from '../../lib/paths.ts';
import { isLoggedIn } from '../../lib/session/session.ts';
import { CountBubble } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sectionsOf, useStudyEntries } from './menu-entries.tsx';
import { BoardRows, DRAWER_ROW, MenuGroup, StudyRows } from './menu-rows.tsx';

type MobileMenuProps = { onClose: () => void };

/** All places of the app, for phones (767 px and less); guests find the login. */
export function MobileMenu(props: MobileMenuProps) {
  return (
    <Dialog open onClose={props.onClose} title="메뉴">
      {isLoggedIn() ? (
        <MemberMenu {...props} />
      ) : (
        <LinkButton to={PATHS.login} variant="primary" block onClick={props.onClose}>
          로그인
        </LinkButton>
      )}
    </Dialog>
  );
}

function MemberMenu({ onClose }: MobileMenuProps) {
  const { data: me } = useMe();
  const mayAdmin = useHasRole('STUDENT_COUNCIL');
  const study = useStudyEntries();
  const favorites = me?.favoriteBoards ?? [];
  const waiting = me?.friendRequestCount ?? 0;
  const isMain = useLocation({ select: ({ pathname }) => pathname === PATHS.main });
  const sections = sectionsOf(favorites);
  const grouped = sections.filter((section) => section.boards.length > 1);
  const single = sections.filter((section) => section.boards.length === 1);
  const rows = { look: 'drawer', favorites, onClose } as const;
  return (
    <nav aria-label="전체 메뉴" className="-mx-2 grid gap-3">
      {grouped.map((section) => (
        <MenuGroup key={section.key} name={section.name}>
          <BoardRows {...rows} boards={section.boards} />
        </MenuGroup>
      ))}
      <MenuGroup name="강의">
        <StudyRows look="drawer" entries={study} onClose={onClose} />
      </MenuGroup>
      <MenuGroup name="더 보기">
        <BoardRows {...rows} boards={single.flatMap(({ boards }) => boards)} />
        <li>
          <button type="button" className={DRAWER_ROW} onClick={() => headerPanel.set('friends')}>
            <Users size={20} className="text-ink-3" />
            <span className="flex-1">친구</span>
            <CountBubble count={waiting} />
            {waiting > 0 && <span className="sr-only">받은 친구 요청 {waiting}개</span>}
          </button>
        </li>
        <li>
          <Link
            to={PATHS.main}
            // The tabs of the main page stay as they are.
            search={isMain || {}}
            hash={CAFETERIA_HASH}
            className={DRAWER_ROW}
            onClick={onClose}
          >
            <Utensils size={20} className="text-ink-3" />
            오늘의 식단
          </Link>
        </li>
        {mayAdmin && (
          <li>
            <Link to={PATHS.admin} className={DRAWER_ROW} onClick={onClose}>
              <ShieldCheck size={20} className="text-ink-3" />
              관리자
            </Link>
          </li>
        )}
      </MenuGroup>
    </nav>
  );
}
