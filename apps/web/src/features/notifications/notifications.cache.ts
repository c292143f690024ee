import type { Notice } from '@naru/contract/notifications';
import type { ResultOf } from '../../lib/api/endpoints.ts';

export type NotificationList = ResultOf<'GET /api/member/my-notices'>;

/** `unread` empties as notices are read; `all` keeps read ones. */
export type NotificationView = 'unread' | 'all';

/** What the reader sees while marks are on their way: as if the server had said yes. */
export function withMarks(
  notices: readonly Notice[],
  marking: readonly number[],
  view: NotificationView,
): Notice[] {
  if (view === 'unread') return notices.filter(({ id }) => !marking.includes(id));
  return notices.map((notice) =>
    marking.includes(notice.id) ? { ...notice, read: true } : notice,
  );
}

/** A loaded list after the server has marked the notices. */
export function afterMark(
  list: NotificationList,
  ids: readonly number[],
  unreadCount: number,
  view: NotificationView,
): NotificationList {
  return { ...list, unreadCount, notices: withMarks(list.notices, ids, view) };
}
