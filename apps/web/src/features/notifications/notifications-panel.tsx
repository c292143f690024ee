import type { NotificationItem } from '@naru/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { BellOff, CheckCheck, CloudOff, History } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { usePollInterval } from '../../lib/live/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { NoticeRow } from './notification-row.tsx';
import { NoticeSkeleton } from './notification-skeleton.tsx';
import { type NoticeView, shownNotices } from './notifications.cache.ts';
import { noticesQuery, useMarking, useMarkRead } from './notifications.queries.ts';
import { NOTICE_TEXTS } from './notifications.texts.ts';

/** The list behind the bell. `onGo` leads to the page that a notice is about. */
export function NoticesPanel(props: { onGo: (notice: NotificationItem) => void }) {
  const [view, setView] = useState<NoticeView>('unread');
  const query = useQuery({ ...noticesQuery(view), refetchInterval: usePollInterval() });
  const marking = useMarking();
  const { mutate: markRead } = useMarkRead();
  const list = useRef<HTMLDivElement>(null);
  const notices = query.data && shownNotices(query.data.notices, marking, view);
  const unread = (notices ?? []).filter(({ read }) => !read);

  const open = (notice: NotificationItem) => {
    if (!notice.read) markRead([notice.id]);
    props.onGo(notice);
  };
  /** The row with the focus is about to go: its neighbour takes over. */
  const focusNear = ({ id }: NotificationItem) => {
    const at = notices?.findIndex((notice) => notice.id === id) ?? -1;
    const near = view === 'all' ? notices?.[at] : (notices?.[at + 1] ?? notices?.[at - 1]);
    const row = list.current?.querySelector<HTMLElement>(`[data-notice="${near?.id}"]`);
    (row ?? list.current)?.focus();
  };
  const dismiss = (notice: NotificationItem) => {
    focusNear(notice);
    markRead([notice.id]);
  };

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <div className="flex items-center justify-between gap-2 px-3 pb-2">
        <Button
          variant="ghost"
          size="sm"
          icon={<History size={15} aria-hidden="true" />}
          onClick={() => setView(view === 'all' ? 'unread' : 'all')}
        >
          {view === 'all' ? NOTICE_TEXTS.showUnread : NOTICE_TEXTS.showHistory}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          icon={<CheckCheck size={15} aria-hidden="true" />}
          disabled={unread.length === 0}
          onClick={() => markRead(unread.map(({ id }) => id))}
        >
          {NOTICE_TEXTS.readAll}
        </Button>
      </div>
      {query.isError && !notices && (
        <ErrorState
          icon={<CloudOff size={22} aria-hidden="true" />}
          title={NOTICE_TEXTS.loadFailed}
          text={messageOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <NoticeSkeleton />}
      {notices && <NoticeRows notices={notices} view={view} onOpen={open} onDismiss={dismiss} />}
    </div>
  );
}

type NoticeRowsProps = {
  notices: readonly NotificationItem[];
  view: NoticeView;
  onOpen: (notice: NotificationItem) => void;
  onDismiss: (notice: NotificationItem) => void;
};

function NoticeRows(props: NoticeRowsProps) {
  if (props.notices.length === 0) {
    return (
      <EmptyState
        icon={<BellOff size={22} aria-hidden="true" />}
        title={props.view === 'all' ? NOTICE_TEXTS.emptyHistory : NOTICE_TEXTS.empty}
        text={NOTICE_TEXTS.emptyHint}
      />
    );
  }
  return (
    <ul>
      {props.notices.map((notice) => (
        <NoticeRow
          key={notice.id}
          notice={notice}
          onOpen={() => props.onOpen(notice)}
          onDismiss={() => props.onDismiss(notice)}
        />
      ))}
    </ul>
  );
}
