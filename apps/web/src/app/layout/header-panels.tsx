import { useLocation, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { FriendsPanel } from '../../features/friends/friends-panel.tsx';
import { NoticesPanel } from '../../features/notices/notices-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PATHS } from '../paths.ts';
import { safeReturnPath } from '../return-path.ts';

export type PanelName = 'friends' | 'notices';

type HeaderPanelsProps = {
  name: PanelName;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** The panels behind the header's buttons; loaded when first opened. */
export function HeaderPanels({ name, anchor, onClose }: HeaderPanelsProps) {
  const router = useRouter();
  useCloseOnLeave(onClose);
  // Whatever the server says, a notice leads to this site only (quality RD-02).
  const go = (targetUrl: string) => {
    onClose();
    void router.navigate({ href: safeReturnPath(targetUrl) ?? PATHS.main });
  };
  return name === 'friends' ? (
    <Panel title="친구" anchor={anchor} onClose={onClose}>
      <FriendsPanel onLeave={onClose} />
    </Panel>
  ) : (
    <Panel title="알림" anchor={anchor} onClose={onClose}>
      <NoticesPanel onGo={go} />
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
