import type { NotificationItem } from '@naru/contract/notifications';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useHasRole } from '../../entities/member/me.ts';
import { FriendsPanel } from '../../features/friends/friends-panel.tsx';
import { NotificationsPanel } from '../../features/notifications/notifications-panel.tsx';
import { PushCard } from '../../features/push/push-start.tsx';
import { headerPanel, type PanelName } from '../../lib/header-panel.ts';
import { PATHS } from '../../lib/paths.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import { LinkButton } from '../../ui/button.tsx';
import { LockDialog } from '../../ui/lock-dialog.tsx';
import { Panel } from '../../ui/popover.tsx';
import { useIsStudyLocked } from './menu-entries.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { ProfilePanel } from './profile-panel.tsx';

type HeaderPanelsProps = { name: PanelName; onClose: () => void };

/** Panels of the header and of the bottom bar; loaded when first opened. */
export function HeaderPanels({ name, onClose }: HeaderPanelsProps) {
  const router = useRouter();
  const anchor = useRef(document.querySelector<HTMLElement>(`header [data-panel="${name}"]`));
  useCloseOnLeave(onClose);
  // A notification only navigates within this site, whatever its URL.
  const go = async ({ type, targetUrl }: NotificationItem) => {
    onClose();
    await router.navigate({ href: safeReturnPath(targetUrl) ?? PATHS.main });
    // Friends have no page of their own, only this panel.
    if (type === 'friend') headerPanel.set('friends');
  };
  switch (name) {
    case 'friends':
      return (
        <Panel title="친구" anchor={anchor} onClose={onClose}>
          <FriendsPanel onLeave={onClose} />
        </Panel>
      );
    case 'notifications':
      return (
        <Panel title="알림" anchor={anchor} onClose={onClose}>
          <PushCard className="mx-3 mb-3" />
          <NotificationsPanel onGo={(notice) => void go(notice)} />
        </Panel>
      );
    case 'me':
      return <ProfilePanel anchor={anchor} onClose={onClose} />;
    case 'menu':
      return <MobileMenu onClose={onClose} />;
    case 'lock':
      return <StudyLock onClose={onClose} />;
  }
}

function useCloseOnLeave(onClose: () => void): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  const opened = useRef(pathname);
  useEffect(() => {
    if (pathname !== opened.current) onClose();
  }, [pathname, onClose]);
}

/**
 * Says that the study room is locked, and shows an ADMIN where to open it; disappears when the loaded
 * settings say that it is open.
 */
export function StudyLock({ onClose }: { onClose: () => void }) {
  const mayUnlock = useHasRole('ADMIN');
  if (!useIsStudyLocked()) return null;
  return (
    <LockDialog open onClose={onClose} name="스터디룸">
      {mayUnlock && (
        <>
          <p className="text-ink-2 text-md">
            관리자는 설정의 ‘잠긴 메뉴’에서 이 메뉴를 모두에게 열 수 있습니다.
          </p>
          <LinkButton to={PATHS.admin} search={{ menu: 'SETTINGS' }} onClick={onClose}>
            설정으로 가기
          </LinkButton>
        </>
      )}
    </LockDialog>
  );
}
