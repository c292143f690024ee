import type { NotificationItem } from '@naru/contract/notifications';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { FriendsPanel } from '../../features/friends/friends-panel.tsx';
import { NoticesPanel } from '../../features/notifications/notifications-panel.tsx';
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

/** The panels behind the header's buttons; loaded when first opened. */
export function HeaderPanels({ name, anchor, onOpen, onClose }: HeaderPanelsProps) {
  const router = useRouter();
  useCloseOnLeave(onClose);
  // Whatever the server says, a notice leads to this site only.
  const go = async ({ type, targetUrl }: NotificationItem) => {
    onClose();
    await router.navigate({ href: safeReturnPath(targetUrl) ?? PATHS.main });
    // Requests and friends have no page: they are in the other panel.
    if (type === 'friend') onOpen('friends');
  };
  return name === 'friends' ? (
    <Panel title="친구" anchor={anchor} onClose={onClose}>
      <FriendsPanel onLeave={onClose} />
    </Panel>
  ) : (
    <Panel title="알림" anchor={anchor} onClose={onClose}>
      <NoticesPanel onGo={(notice) => void go(notice)} />
    </Panel>
  );
}

/** Another page closes the panel, whatever led there. */
function useCloseOnLeave(onClose: () => void): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  const opened = useRef(pathname);
  useEffect(() => {
    if (pathname !== opened.current) onClose();
  }, [pathname, onClose]);
}
