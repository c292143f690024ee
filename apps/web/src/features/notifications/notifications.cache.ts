import type { NotificationItem } from '@naru/contract/notifications';
import type { ResultOf } from '../../lib/api/endpoints.ts';

export type NotificationList = ResultOf<'GET /api/member/my-notices'>;

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

export function afterMark(
  list: NotificationList,
  ids: readonly number[],
  unreadCount: number,
  view: NotificationView,
): NotificationList {
  return { ...list, unreadCount, notices: withMarks(list.notices, ids, view) };
}
