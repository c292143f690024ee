import { highestRole } from '@naru/contract/roles';
import { Link } from '@tanstack/react-router';
import {
  CalendarRange,
  Keyboard,
  LogOut,
  MessageCircleQuestionMark,
  Smartphone,
  UserRound,
  Users,
} from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { RoleTag } from '../../entities/member/role-tag.tsx';
import { ThemeChoice } from '../../features/account/theme-choice.tsx';
import { headerPanel } from '../../lib/header-panel.ts';
import { install, installWay } from '../../lib/install.ts';
import { isShowingKeys } from '../../lib/page-keys.ts';
import { PATHS } from '../../lib/paths.ts';
import { logOut } from '../../lib/session/log-out.ts';
import { useStore } from '../../lib/store.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { ACCOUNT_PAGES } from '../../pages/mypage/account-pages.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { CountBubble } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Popover } from '../../ui/popover.tsx';
import { hasUnsent } from '../offline.ts';
import { DRAWER_ROW, MenuGroup } from './menu-rows.tsx';

const IOS_STEPS =
  'Safari의 공유 버튼(네모에서 화살표가 나가는 모양)을 누르고 ‘홈 화면에 추가’를 고르면 앱처럼 열립니다. 알림도 설치한 앱에서만 받을 수 있습니다.';

/** Installs the site as an app, where the device can and it is not installed yet. */
export function InstallEntry({ onClose }: { onClose: () => void }) {
  const way = useStore(installWay);
  if (way === null) return null;
  const start = () => {
    onClose();
    if (way === 'prompt') void install();
    else void alertDialog({ title: '앱으로 설치', body: IOS_STEPS });
  };
  return (
    <Button block icon={<Smartphone size={16} />} onClick={start}>
      앱으로 설치
    </Button>
  );
}

const UnsentList = lazyPart(
  async () => (await import('../../entities/comments/unsent-list.tsx')).UnsentList,
);

type ProfilePanelProps = { anchor: RefObject<HTMLElement | null>; onClose: () => void };

/** The own menu: a popover below its button, on phones a sheet with friends and inquiries. */
export function ProfilePanel({ anchor, onClose }: ProfilePanelProps) {
  const { data: me } = useMe();
  if (useMedia(PHONE)) {
    return (
      <Dialog open onClose={onClose} title="내 메뉴">
        <div className="grid gap-4 pt-1">
          <OwnName />
          <OwnActions onClose={onClose}>
            <div className="grid grid-cols-2 gap-2">
              <Button icon={<Users size={16} />} onClick={() => headerPanel.set('friends')}>
                친구
                <CountBubble count={me?.friendRequestCount ?? 0} />
                {Boolean(me?.friendRequestCount) && (
                  <span className="sr-only">받은 친구 요청 {me?.friendRequestCount}개</span>
                )}
              </Button>
              <LinkButton
                to={PATHS.support}
                icon={<MessageCircleQuestionMark size={16} />}
                onClick={onClose}
              >
                문의하기
              </LinkButton>
            </div>
            <AccountRows onClose={onClose} />
          </OwnActions>
        </div>
      </Dialog>
    );
  }
  return (
    <Popover
      title={me ? `내 메뉴, ${me.nickname}` : '내 메뉴'}
      anchor={anchor}
      onClose={onClose}
      hideTitle
      className="grid w-80 gap-4 rounded-ctl p-4"
    >
      <OwnName />
      <OwnActions onClose={onClose}>
        {/* Also while 스터디룸 of the header is locked. */}
        <LinkButton to={PATHS.bookings} block icon={<CalendarRange size={16} />} onClick={onClose}>
          예약
        </LinkButton>
      </OwnActions>
    </Popover>
  );
}

function OwnName() {
  const { data: me } = useMe();
  const role = me && highestRole(me.roles);
  if (!me || !role) return null;
  return (
    <div className="flex items-center gap-3">
      <Avatar name={me.nickname} src={me.profileThumbnails} size={44} />
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-bold">
          <bdi className="truncate">{me.nickname}</bdi>
          <RoleTag role={role} />
        </p>
        <p className="truncate text-ink-3 text-sm">{me.email}</p>
      </div>
    </div>
  );
}

/** The pages of the account, one press from here. */
function AccountRows({ onClose }: { onClose: () => void }) {
  return (
    <div className="-mx-2">
      <MenuGroup name="계정 설정">
        {ACCOUNT_PAGES.map(({ page, name, Icon }) => (
          <li key={page}>
            <Link
              to={PATHS.mypageAccountPage}
              params={{ page }}
              className={DRAWER_ROW}
              activeProps={{ className: 'bg-sea-weak text-sea' }}
              onClick={onClose}
            >
              <Icon size={20} className="text-ink-3" />
              {page === 'profile' ? '프로필 수정' : name}
            </Link>
          </li>
        ))}
      </MenuGroup>
    </div>
  );
}

function OwnActions(props: { onClose: () => void; children?: ReactNode }) {
  const { data: me } = useMe();
  return (
    <>
      {me && hasUnsent(me.id) && <UnsentList memberId={me.id} onLeave={props.onClose} />}
      <LinkButton
        to={PATHS.mypage}
        variant="primary"
        block
        icon={<UserRound size={16} />}
        onClick={props.onClose}
      >
        마이페이지
      </LinkButton>
      {props.children}
      <ThemeChoice />
      <Button
        block
        icon={<Keyboard size={16} />}
        className="max-md:hidden"
        onClick={() => {
          props.onClose();
          isShowingKeys.set(true);
        }}
      >
        키보드 단축키
      </Button>
      <InstallEntry onClose={props.onClose} />
      <Button block icon={<LogOut size={16} />} onClick={() => void logOut()}>
        로그아웃
      </Button>
    </>
  );
}
