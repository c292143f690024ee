import type { NotificationItem } from '@naru/contract/notifications';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { FriendsPanel } from '../../features/friends/friends-panel.tsx';
import { NotificationsPanel } from '../../features/notifications/notifications-panel.tsx';
import { PushCard } from '../../features/push/push-card.tsx';
import type { PanelName } from '../../lib/header-panel.ts';
import { Panel } from '../../ui/panel.tsx';
import { PATHS } from '../paths.ts';
import { safeReturnPath } from '../return-path.ts';

type HeaderPanelsProps = {
  name: PanelName;
  anchor: RefObject<HTMLElement | null>;
  onOpen: (name: PanelName) => void;
  onClose: () => void;
};

/** Panels of the header buttons; loaded when first opened. */
export function HeaderPanels({ name, anchor, onOpen, onClose }: HeaderPanelsProps) {
  const router = useRouter();
  useCloseOnLeave(onClose);
  // A notification only navigates within this site, whatever its URL.
  const go = async ({ type, targetUrl }: NotificationItem) => {
    onClose();
    await router.navigate({ href: safeReturnPath(targetUrl) ?? PATHS.main });
    // Friends have no page of their own, only this panel.
    if (type === 'friend') onOpen('friends');
  };
  return name === 'friends' ? (
    <Panel title="친구" anchor={anchor} onClose={onClose}>
      <FriendsPanel onLeave={onClose} />
    </Panel>
  ) : (
    <Panel title="알림" anchor={anchor} onClose={onClose}>
      <PushCard className="mx-3 mb-3" />
      <NotificationsPanel onGo={(notice) => void go(notice)} />
    </Panel>
  );
}

function useCloseOnLeave(onClose: () => void): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  const opened = useRef(pathname);
  useEffect(() => {
    if (pathname !== opened.current) onClose();
  }, [pathname, onClose]);
}
