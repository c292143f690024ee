import type { NotificationItem } from '@naru/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { BellOff, CheckCheck, History } from 'lucide-react';
import { useRef, useState } from 'react';
import { usePollInterval } from '../../lib/live/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { NotificationRow } from './notification-row.tsx';
import {
  type NotificationView,
  notificationsQuery,
  useMarkRead,
  usePendingMarks,
  withMarks,
} from './notifications.queries.ts';

/** The list behind the bell; `onGo` navigates to the target of a notification. */
export function NotificationsPanel(props: { onGo: (notification: NotificationItem) => void }) {
  const [view, setView] = useState<NotificationView>('unread');
  const isAll = view === 'all';
  const query = useQuery({ ...notificationsQuery(view), refetchInterval: usePollInterval() });
  const marking = usePendingMarks();
  const { mutate: markRead } = useMarkRead();
  const list = useRef<HTMLDivElement>(null);
  const notifications = query.data && withMarks(query.data.notices, marking, view);
  const unread = (notifications ?? []).filter(({ read }) => !read);

  const open = (notification: NotificationItem) => {
    if (!notification.read) markRead([notification.id]);
    props.onGo(notification);
  };
  /** Moves the focus from the row about to disappear to its neighbour. */
  const focusNear = ({ id }: NotificationItem) => {
    const at = notifications?.findIndex((notification) => notification.id === id) ?? -1;
    const near = isAll ? notifications?.[at] : (notifications?.[at + 1] ?? notifications?.[at - 1]);
    const row = list.current?.querySelector<HTMLElement>(`[data-notice="${near?.id}"]`);
    (row ?? list.current)?.focus();
  };
  const dismiss = (notification: NotificationItem) => {
    focusNear(notification);
    markRead([notification.id]);
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
          disabled={unread.length === 0}
          onClick={() => markRead(unread.map(({ id }) => id))}
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
      <ul>
        {notifications?.map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            onOpen={() => open(notification)}
            onDismiss={() => dismiss(notification)}
          />
        ))}
      </ul>
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
