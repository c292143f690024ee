import type { Me } from '@naru/contract/members';
import type { NotificationItem } from '@naru/contract/notifications';
import { queryOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { notificationKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { notePushReason } from '../../lib/push-question.ts';

export function notificationsQuery(view: NotificationView) {
  return queryOptions({
    queryKey: notificationKeys.list(view),
    queryFn: ({ signal }): Promise<NotificationList> =>
      api('GET /api/member/my-notices', {
        query: { all: view === 'all' ? 'true' : undefined },
        signal,
      }),
  });
}

interface Marking {
  /** Ids that the list shows as read at once. */
  ids: readonly number[];
  /** Also those that the list does not contain. */
  isAll?: boolean;
}

function mark({ ids, isAll }: Marking) {
  const [id] = ids;
  if (isAll || id === undefined) {
    return api('POST /api/notice/read-all', { body: { noticeIds: [] } });
  }
  return api('POST /api/notice/read/:id', { params: { id } });
}

/** Marks as read; `usePendingMarks` hides the ids optimistically and a failure silently restores them. */
export function useMarkRead() {
  const client = useQueryClient();
  const setUnread = (change: (count: number) => number) =>
    client.setQueryData(
      meQuery.queryKey,
      (me: Me | undefined) =>
        me && { ...me, newNoticeCount: Math.max(0, change(me.newNoticeCount)) },
    );
  return useMutation({
    mutationKey: notificationKeys.mark,
    mutationFn: mark,
    onMutate: ({ ids, isAll }) => {
      notePushReason();
      setUnread((count) => (isAll ? 0 : count - ids.length));
    },
    onSuccess: ({ unreadCount }, { ids }) => {
      setUnread(() => unreadCount);
      for (const view of ['unread', 'all'] as const) {
        client.setQueryData(
          notificationsQuery(view).queryKey,
          (list) => list && { ...list, unreadCount, notices: withMarks(list.notices, ids, view) },
        );
      }
    },
    onError: () => {
      void client.invalidateQueries({ queryKey: notificationKeys.all });
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

/** Ids that are being marked as read. */
export function usePendingMarks(): number[] {
  return useMutationState({
    filters: { mutationKey: notificationKeys.mark, status: 'pending' },
    // The key names `useMarkRead`.
    select: ({ state }) => (state.variables as Marking).ids,
  }).flat();
}

type NotificationList = ResultOf<'GET /api/member/my-notices'>;

/** `unread` hides read notifications, `all` keeps them. */
export type NotificationView = 'unread' | 'all';

/** The optimistic list: as if the server had already marked the ids in `marking` as read. */
export function withMarks(
  notifications: readonly NotificationItem[],
  marking: readonly number[],
  view: NotificationView,
): NotificationItem[] {
  if (view === 'unread') return notifications.filter(({ id }) => !marking.includes(id));
  return notifications.map((notification) =>
    marking.includes(notification.id) ? { ...notification, read: true } : notification,
  );
}
