import type { NotificationItem } from '@naru/contract/notifications';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { meQuery } from '../../entities/member/me.ts';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';

const LIST = 'GET /api/member/my-notices';

function notification(id: number, part: Partial<NotificationItem> = {}): NotificationItem {
  return {
    id,
    type: 'comment',
    subType: null,
    content: `알림 ${id}`,
    excerpt: null,
    date: '2026-11-20T09:00:00.000+09:00',
    read: false,
    targetUrl: `/main/community/free/post/${id}`,
    ...part,
  };
}

const listOf = (...notices: NotificationItem[]) => ({
  body: { notices, unreadCount: notices.filter(({ read }) => !read).length },
});

const shown = () => screen.queryAllByText(/^알림 \d/).map((row) => row.textContent);

describe('NotificationsPanel', () => {
  it('shows a skeleton, then the empty state', async () => {
    fakeApi({ [LIST]: listOf() });
    renderWithClient(<NotificationsPanel onGo={vi.fn()} />);
    expect(screen.getByRole('status', { name: '알림을 불러오는 중입니다.' })).toBeDefined();
    expect(await screen.findByText('새로운 알림이 없습니다.')).toBeDefined();
    expect(screen.queryByRole('list')).toBeNull();
    expect(screen.getByRole('button', { name: '모두 읽음' })).toHaveProperty('disabled', true);
  });

  it('reports a failure and retries', async () => {
    let works = false;
    fakeApi({
      [LIST]: () =>
        works
          ? listOf(notification(1))
          : { status: 403, body: { error: 'FORBIDDEN', message: '거부' } },
    });
    renderWithClient(<NotificationsPanel onGo={vi.fn()} />);
    expect((await screen.findByRole('alert')).textContent).toContain('알림을 불러오지 못했습니다.');
    works = true;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByText('알림 1')).toBeDefined();
  });

  it('shows an empty history and a network failure', async () => {
    const answers = { [LIST]: listOf() };
    fakeApi(answers);
    renderWithClient(<NotificationsPanel onGo={vi.fn()} />);
    fireEvent.click(screen.getByRole('button', { name: '지난 알림 보기' }));
    expect(await screen.findByText('지난 알림이 없습니다.')).toBeDefined();
    cleanup();
    fakeApi({});
    renderWithClient(<NotificationsPanel onGo={vi.fn()} />);
    expect((await screen.findByRole('alert')).textContent).toContain(
      '네트워크에 연결할 수 없습니다.',
    );
  });

  it('navigates to the target and marks the notification as read [NOTIF-09]', async () => {
    const onGo = vi.fn();
    const calls = fakeApi({
      [LIST]: listOf(notification(1), notification(2)),
      'POST /api/notice/read/1': { body: { message: '', unreadCount: 1 } },
    });
    const client = renderWithClient(<NotificationsPanel onGo={onGo} />);
    client.setQueryData(meQuery.queryKey, (me) => ({ ...me, newNoticeCount: 2 }) as never);
    fireEvent.click(await screen.findByText('알림 1'));
    expect(onGo).toHaveBeenCalledWith(notification(1));
    await waitFor(() => expect(shown()).toEqual(['알림 2']));
    expect(calls).toContain('POST /api/notice/read/1');
    expect(client.getQueryData(meQuery.queryKey)?.newNoticeCount).toBe(1);
  });

  it('dismisses optimistically and restores the notification when the server refuses [NOTIF-09]', async () => {
    let refuse = () => {};
    const onGo = vi.fn();
    fakeApi({
      [LIST]: listOf(notification(1), notification(2)),
      'POST /api/notice/read/1': () =>
        new Promise((resolve) => {
          refuse = () =>
            resolve({ status: 500, body: { error: 'INTERNAL', message: '서버 오류' } });
        }),
    });
    renderWithClient(<NotificationsPanel onGo={onGo} />);
    const remove = await screen.findByRole('button', { name: '알림 삭제: 알림 1' });
    fireEvent.click(remove);
    await waitFor(() => expect(shown()).toEqual(['알림 2']));
    expect(document.activeElement?.textContent).toContain('알림 2');
    refuse();
    await waitFor(() => expect(shown()).toEqual(['알림 1', '알림 2']));
    expect(onGo).not.toHaveBeenCalled();
  });

  it('marks all shown notifications with one call', async () => {
    const calls = fakeApi({
      [LIST]: listOf(notification(3), notification(2), notification(1)),
      'POST /api/notice/read-all': { body: { message: '', unreadCount: 0 } },
    });
    renderWithClient(<NotificationsPanel onGo={vi.fn()} />);
    await screen.findByText('알림 1');
    fireEvent.click(screen.getByRole('button', { name: '모두 읽음' }));
    expect(await screen.findByText('새로운 알림이 없습니다.')).toBeDefined();
    expect(calls).toContain('POST /api/notice/read-all {"noticeIds":[]}');
  });

  it('marks all, also those beyond the end of the list [NOTIF-04]', async () => {
    const calls = fakeApi({
      [LIST]: { body: { notices: [notification(2), notification(1)], unreadCount: 61 } },
      'POST /api/notice/read-all': { body: { message: '', unreadCount: 0 } },
    });
    const client = renderWithClient(<NotificationsPanel onGo={vi.fn()} />);
    client.setQueryData(meQuery.queryKey, (me) => ({ ...me, newNoticeCount: 61 }) as never);
    await screen.findByText('알림 1');
    fireEvent.click(screen.getByRole('button', { name: '모두 읽음' }));
    await waitFor(() => expect(client.getQueryData(meQuery.queryKey)?.newNoticeCount).toBe(0));
    expect(calls).toContain('POST /api/notice/read-all {"noticeIds":[]}');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '모두 읽음' })).toHaveProperty('disabled', true),
    );
  });

  it('shows the first words of what a notification is about', async () => {
    fakeApi({ [LIST]: listOf(notification(1, { excerpt: '내일 뵙겠습니다' })) });
    renderWithClient(<NotificationsPanel onGo={vi.fn()} />);
    expect(await screen.findByText('내일 뵙겠습니다')).toBeDefined();
  });

  it('shows read notifications in the history without a dismiss button', async () => {
    fakeApi({ [LIST]: listOf(notification(2), notification(1, { read: true })) });
    renderWithClient(<NotificationsPanel onGo={vi.fn()} />);
    fireEvent.click(screen.getByRole('button', { name: '지난 알림 보기' }));
    await screen.findByText('알림 1');
    expect(screen.queryByRole('button', { name: '알림 삭제: 알림 1' })).toBeNull();
    expect(screen.getByRole('button', { name: '알림 삭제: 알림 2' })).toBeDefined();
  });
});
