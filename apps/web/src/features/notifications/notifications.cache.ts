import type { NotificationItem } from '@naru/contract/notifications';
import type { ResultOf } from '../../lib/api/endpoints.ts';

export type NoticeList = ResultOf<'GET /api/member/my-notices'>;

/** `unread` empties as notices are read; `all` keeps read ones. */
export type NoticeView = 'unread' | 'all';

/** What the reader sees while marks are on their way: as if the server had said yes. */
export function shownNotices(
  notices: readonly NotificationItem[],
  marking: readonly number[],
  view: NoticeView,
): NotificationItem[] {
  if (view === 'unread') return notices.filter(({ id }) => !marking.includes(id));
  return notices.map((notice) =>
    marking.includes(notice.id) ? { ...notice, read: true } : notice,
  );
}

/** A loaded list after the server has marked the notices. */
export function afterMark(
  list: NoticeList,
  ids: readonly number[],
  unreadCount: number,
  view: NoticeView,
): NoticeList {
  return { ...list, unreadCount, notices: shownNotices(list.notices, ids, view) };
}
