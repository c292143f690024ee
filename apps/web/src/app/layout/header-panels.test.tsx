import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { headerPanel } from '../../lib/header-panel.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { HeaderPanels } from './header-panels.tsx';

afterEach(() => headerPanel.set(null));

const POST = '/main/community/free/post/7#comment-3';

async function follow(targetUrl: string, type = 'comment') {
  fakeMedia();
  const notice = {
    id: 1,
    type,
    subType: null,
    content: '알림',
    excerpt: null,
    date: '',
    read: true,
    targetUrl,
  };
  fakeApi({
    'GET /api/member/my-notices': { body: { notices: [notice], unreadCount: 0 } },
  });
  const onClose = vi.fn();
  const router = await renderPage(() => <HeaderPanels name="notifications" onClose={onClose} />, {
    path: '/$',
  });
  fireEvent.click(await screen.findByText('알림', { selector: '[data-notice] *' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  return router;
}

describe('HeaderPanels notification click', () => {
  it('navigates to the target page [NOTIF-08]', async () => {
    const router = await follow(POST);
    await waitFor(() => expect(router.state.location.href).toBe(POST));
  });

  it.each([
    'https://evil.example/',
    '//evil.example/main',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
  ])('leads nowhere else: %j [NOTIF-08]', async (targetUrl) => {
    const router = await follow(targetUrl);
    await waitFor(() => expect(router.state.location.href).toBe('/main'));
    expect(window.location.host).not.toContain('evil');
  });

  it('opens the friends panel for a friend notification', async () => {
    await follow('/main', 'friend');
    await waitFor(() => expect(headerPanel.get()).toBe('friends'));
  });
});
