import type { Me } from '@naru/contract/members';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api/api.ts';
import { notificationKeys } from '../keys.ts';
import { meQuery, useMe } from '../member/me.ts';

/**
 * Marks the notifications about a post as read once its page shows it. They stay unread when the call
 * fails.
 */
export function useReadOfPost(postId: number | undefined): void {
  const client = useQueryClient();
  const { data: me } = useMe();
  const isKnown = me !== undefined;
  useEffect(() => {
    const unread = client.getQueryData(meQuery.queryKey)?.newNoticeCount ?? 0;
    if (postId === undefined || !isKnown || unread === 0) return;
    api('POST /api/notice/read-post/:id', { params: { id: postId } })
      .then(({ unreadCount }) => {
        if (unreadCount === unread) return;
        client.setQueryData(
          meQuery.queryKey,
          (current: Me | undefined) => current && { ...current, newNoticeCount: unreadCount },
        );
        void client.invalidateQueries({ queryKey: notificationKeys.all });
      })
      .catch(() => {});
  }, [postId, isKnown, client]);
}
