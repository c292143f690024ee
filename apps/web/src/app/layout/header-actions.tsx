import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell, Mail, Users } from 'lucide-react';
import { useState } from 'react';
import { meQuery } from '../../entities/member/me.ts';
import { type PanelName, panelButton } from '../../lib/header-panel.ts';
import { useLiveEvent, usePollInterval } from '../../lib/live/live.ts';
import { PATHS } from '../../lib/paths.ts';
import { isLoggedIn } from '../../lib/session/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { CountBubble } from '../../ui/badge.tsx';
import { IconButton, Tooltip } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SearchEntry } from './search-entry.tsx';

const BUBBLE = 'absolute top-0 right-0';

/** Accessible name of a button with a count bubble: `알림, 읽지 않은 알림 3개`. */
export function spokenCount(name: string, what: string, count: number): string {
  return count > 0 ? `${name}, ${what} ${count.toLocaleString('ko-KR')}개` : name;
}

/** Friends, chat, notifications and the own menu with their counts; on phones only notifications. */
export function HeaderActions({ panel }: { panel: PanelName | null }) {
  const { data: me } = useQuery({
    ...meQuery,
    enabled: isLoggedIn(),
    refetchInterval: usePollInterval(),
  });
  const { friendRequestCount = 0, newMailCount = 0, newNoticeCount = 0 } = me ?? {};
  const mailName = spokenCount('채팅', '읽지 않은 메시지', newMailCount);
  return (
    <>
      <SearchEntry />
      <span className="contents max-md:hidden">
        <IconButton
          {...panelButton('friends', panel === 'friends')}
          label={spokenCount('친구', '받은 친구 요청', friendRequestCount)}
        >
          <Users size={20} />
          <CountBubble count={friendRequestCount} className={BUBBLE} />
        </IconButton>
        <Tooltip text={mailName}>
          <Link
            to={PATHS.chat}
            aria-label={mailName}
            className="relative grid size-10 shrink-0 place-items-center rounded-ctl text-ink-2 hover:bg-hover hover:text-ink"
            activeProps={{ className: 'bg-sea-weak text-sea' }}
          >
            <Mail size={20} />
            <CountBubble count={newMailCount} className={BUBBLE} />
          </Link>
        </Tooltip>
      </span>
      <IconButton
        {...panelButton('notifications', panel === 'notifications')}
        label={spokenCount('알림', '읽지 않은 알림', newNoticeCount)}
      >
        <Bell size={20} />
        <CountBubble count={newNoticeCount} className={BUBBLE} />
      </IconButton>
      <button
        {...panelButton('me', panel === 'me')}
        aria-label={me ? `내 메뉴, ${me.nickname}` : '내 메뉴'}
        className="flex min-h-11 items-center gap-2 rounded-ctl py-1 pr-2.5 pl-1.5 font-semibold text-md hover:bg-hover max-lg:px-1.5 max-md:hidden"
      >
        {me ? (
          <Avatar name={me.nickname} src={me.profileThumbnails} size={32} />
        ) : (
          <Skeleton className="size-8 rounded-full" />
        )}
        {me && (
          <span className="max-w-28 truncate max-lg:hidden">
            <bdi>{me.nickname}</bdi>
          </span>
        )}
      </button>
      <NotificationAnnouncer />
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
