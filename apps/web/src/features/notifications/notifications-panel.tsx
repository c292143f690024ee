import type { NotificationItem } from '@naru/contract/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Bell,
  BellOff,
  CheckCheck,
  Heart,
  History,
  Megaphone,
  MessageCircle,
  Users,
  X,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { notificationKeys } from '../../entities/keys.ts';
import { refetchAutomatic } from '../../lib/api/query-client.ts';
import { usePollInterval } from '../../lib/live/live.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { watchPanelPulls } from '../../ui/pull-refresh.ts';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import {
  type NotificationView,
  notificationsQuery,
  useMarkRead,
  usePendingMarks,
  withMarks,
} from './notifications.queries.ts';

/** The list that the bell in the header opens; `onGo` navigates to the target of a notification. */
export function NotificationsPanel(props: { onGo: (notification: NotificationItem) => void }) {
  const [view, setView] = useState<NotificationView>('unread');
  const isAll = view === 'all';
  const query = useQuery({ ...notificationsQuery(view), refetchInterval: usePollInterval() });
  const marking = usePendingMarks();
  const { mutate: markRead } = useMarkRead();
  const list = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => refetchAutomatic(client, notificationKeys.all);
    return list.current ? watchPanelPulls(list.current, refresh) : undefined;
  }, [client]);
  const notifications = query.data && withMarks(query.data.notices, marking, view);
  const unread = (notifications ?? []).filter(({ read }) => !read);
  /** Unread ones beyond the end of the list. */
  const hasOlder = marking.length === 0 && (query.data?.unreadCount ?? 0) > unread.length;

  const open = (notification: NotificationItem) => {
    if (!notification.read) markRead({ ids: [notification.id] });
    props.onGo(notification);
  };
  /** Moves the focus off a row that disappears to the next, or off a button that disappears to its row. */
  const focusRemaining = ({ id }: NotificationItem) => {
    const at = notifications?.findIndex((notification) => notification.id === id) ?? -1;
    const remaining = isAll
      ? notifications?.[at]
      : (notifications?.[at + 1] ?? notifications?.[at - 1]);
    const row = list.current?.querySelector<HTMLElement>(`[data-notice="${remaining?.id}"]`);
    (row ?? list.current)?.focus();
  };
  const dismiss = (notification: NotificationItem) => {
    focusRemaining(notification);
    markRead({ ids: [notification.id] });
  };

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <div className="flex items-center justify-between gap-2 px-3 pb-2">
        <Button
          variant="ghost"
          size="sm"
          icon={<History size={15} />}
          onClick={() => setView(isAll ? 'unread' : 'all')}
        >
          {isAll ? '새 알림만 보기' : '지난 알림 보기'}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          icon={<CheckCheck size={15} />}
          disabled={unread.length === 0 && !hasOlder}
          onClick={() => markRead({ ids: unread.map(({ id }) => id), isAll: true })}
        >
          모두 읽음
        </Button>
      </div>
      {query.isError && !notifications && (
        <LoadError
          title="알림을 불러오지 못했습니다."
          error={query.error}
          onRetry={query.refetch}
        />
      )}
      {query.isPending && <NotificationSkeleton />}
      {notifications?.length === 0 && (
        <EmptyState
          icon={<BellOff size={22} />}
          title={isAll ? '지난 알림이 없습니다.' : '새로운 알림이 없습니다.'}
          text="댓글, 좋아요, 친구 소식이 생기면 여기에 알려 드립니다."
        />
      )}
      {notifications && notifications.length > 0 && (
        <ul>
          {notifications.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              onOpen={() => open(notification)}
              onDismiss={() => dismiss(notification)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function NotificationSkeleton() {
  return (
    <SkeletonList
      rows={4}
      label="알림을 불러오는 중입니다."
      className="flex h-[76px] gap-3 border-line border-t px-5 py-3"
    >
      <Skeleton className="size-9 shrink-0 rounded-full" />
      <span className="grid flex-1 content-start gap-2.5 pt-1">
        <Skeleton className="h-3.5 w-4/5" />
        <Skeleton className="h-3 w-16" />
      </span>
    </SkeletonList>
  );
}

type NotificationRowProps = {
  notification: NotificationItem;
  /** Marks it as read and navigates to its target. */
  onOpen: () => void;
  /** Only marks it as read. */
  onDismiss: () => void;
};

function NotificationRow({ notification, onOpen, onDismiss }: NotificationRowProps) {
  return (
    <li className="flex items-start border-line border-t hover:bg-hover">
      <button
        type="button"
        data-notice={notification.id}
        onClick={onOpen}
        className="flex min-w-0 flex-1 items-start gap-3 py-3 pr-1 pl-5 text-left focus-visible:outline-offset-[-2px]"
      >
        <NotificationIcon type={notification.type} read={notification.read} />
        <span className="min-w-0 flex-1">
          <span
            className={cx(
              'line-clamp-3 text-md leading-[1.5]',
              notification.read ? 'text-ink-2' : 'font-medium text-ink',
            )}
          >
            {notification.content}
          </span>
          {notification.excerpt && (
            <span className="mt-0.5 line-clamp-2 break-words text-ink-2 text-md leading-[1.5]">
              {notification.excerpt}
            </span>
          )}
          <span className="text-ink-3 text-sm">
            <TimeText date={notification.date} kind="notification" />
          </span>
        </span>
      </button>
      {notification.read ? (
        <span className="w-4" />
      ) : (
        <IconButton
          label={`알림 삭제: ${notification.content}`}
          tooltip={false}
          onClick={onDismiss}
          className="mt-2 mr-2.5 text-ink-3"
        >
          <X size={16} />
        </IconButton>
      )}
    </li>
  );
}

const TYPE_STYLES = {
  comment: { name: '댓글', Icon: MessageCircle, tint: 'bg-sea-weak text-sea' },
  like: { name: '좋아요', Icon: Heart, tint: 'bg-buoy-weak text-buoy' },
  friend: { name: '친구', Icon: Users, tint: 'bg-tide-weak text-tide' },
  notice: { name: '공지', Icon: Megaphone, tint: 'bg-gold-weak text-gold' },
  other: { name: '소식', Icon: Bell, tint: 'bg-violet-weak text-violet' },
};

function NotificationIcon(props: { type: NotificationItem['type']; read: boolean }) {
  const { name, Icon, tint } = TYPE_STYLES[props.type];
  return (
    <span
      className={cx(
        'grid size-9 shrink-0 place-items-center rounded-full',
        props.read ? 'bg-deck text-ink-3' : tint,
      )}
    >
      <Icon size={17} />
      <span className="sr-only">{name}</span>
    </span>
  );
}
