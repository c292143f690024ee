import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell, Mail, Users } from 'lucide-react';
import { useRef, useState } from 'react';
import { meQuery } from '../../entities/member/me.ts';
import type { PanelName } from '../../lib/header-panel.ts';
import { useLiveEvent, usePollInterval } from '../../lib/live/use-live.ts';
import { isLoggedIn } from '../../lib/session/session.ts';
import { CountBubble } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { PATHS } from '../paths.ts';
import { SearchEntry } from './search-entry.tsx';

const HeaderPanels = lazyPart(async () => (await import('./header-panels.tsx')).HeaderPanels);

const BUBBLE = 'absolute top-0 right-0';

/** Accessible name of a button with a count bubble: `알림, 읽지 않은 알림 3개`. */
export function spokenCount(name: string, what: string, count: number): string {
  return count > 0 ? `${name}, ${what} ${count.toLocaleString('ko-KR')}개` : name;
}

type HeaderActionsProps = {
  panel: PanelName | null;
  onPanel: (panel: PanelName | null) => void;
};

/** Friends, chat and notifications with their unread counts. On phones friends are in the menu. */
export function HeaderActions({ panel, onPanel }: HeaderActionsProps) {
  const { data: me } = useQuery({
    ...meQuery,
    enabled: isLoggedIn(),
    refetchInterval: usePollInterval(),
  });
  const friends = useRef<HTMLButtonElement>(null);
  const bell = useRef<HTMLButtonElement>(null);
  const { friendRequestCount = 0, newMailCount = 0, newNoticeCount = 0 } = me ?? {};
  const mailName = spokenCount('채팅', '읽지 않은 채팅방', newMailCount);
  const opens = (name: PanelName) => ({
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': panel === name,
    onClick: () => onPanel(panel === name ? null : name),
  });
  return (
    <>
      <SearchEntry />
      <span className="max-md:hidden">
        <IconButton
          ref={friends}
          label={spokenCount('친구', '받은 친구 요청', friendRequestCount)}
          {...opens('friends')}
        >
          <Users size={20} />
          <CountBubble count={friendRequestCount} className={BUBBLE} />
        </IconButton>
      </span>
      <Tooltip text={mailName}>
        <Link
          to={PATHS.chat}
          aria-label={mailName}
          className="relative grid size-10 shrink-0 place-items-center rounded-ctl text-ink-2 hover:bg-hover hover:text-ink max-md:size-11"
          activeProps={{ className: 'bg-sea-weak text-sea' }}
        >
          <Mail size={20} />
          <CountBubble count={newMailCount} className={BUBBLE} />
        </Link>
      </Tooltip>
      <IconButton
        ref={bell}
        label={spokenCount('알림', '읽지 않은 알림', newNoticeCount)}
        {...opens('notifications')}
      >
        <Bell size={20} />
        <CountBubble count={newNoticeCount} className={BUBBLE} />
      </IconButton>
      <NotificationAnnouncer />
      {panel && (
        <HeaderPanels
          key={panel}
          name={panel}
          anchor={panel === 'friends' ? friends : bell}
          onOpen={onPanel}
          onClose={() => onPanel(null)}
        />
      )}
    </>
  );
}

/** Announces a new notification to screen readers. */
function NotificationAnnouncer() {
  const [text, setText] = useState('');
  useLiveEvent('notice', ({ notice }) => setText(`새 알림: ${notice.content}`));
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  );
}
