import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { headerPanel } from '../../lib/header-panel.ts';
import { installWay, watchInstall } from '../../lib/install.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { HeaderPanels, StudyLock } from './header-panels.tsx';
import { InstallEntry } from './profile-panel.tsx';

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

it('the own menu of a computer leads to bookings, also while 스터디룸 is locked [BOARD-10]', async () => {
  fakeMedia();
  fakeApi({});
  await renderPage(() => <HeaderPanels name="me" onClose={vi.fn()} />, { path: '/$' });
  const entry = await screen.findByRole('link', { name: '예약' });
  expect(entry.getAttribute('href')).toBe('/main/bookings');
});

const ENTRY = { name: '앱으로 설치' };

afterEach(() => {
  act(() => installWay.set(null));
  Reflect.deleteProperty(window, 'naruInstall');
});

it('is there only where the device can install the site, which asks when it is chosen [OFF-11]', () => {
  const onClose = vi.fn();
  render(<InstallEntry onClose={onClose} />);
  expect(screen.queryByRole('button', ENTRY)).toBeNull();

  const prompt = vi.fn().mockResolvedValue({ outcome: 'accepted' });
  Reflect.set(window, 'naruInstall', { prompt });
  act(() => installWay.set('prompt'));
  expect(prompt).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', ENTRY));
  expect(prompt).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

it('is there for an offer that came before the app watched for one [OFF-11]', () => {
  render(<InstallEntry onClose={vi.fn()} />);
  Reflect.set(window, 'naruInstall', { prompt: vi.fn() });
  act(watchInstall);
  expect(screen.getByRole('button', ENTRY)).toBeDefined();
});

async function show(role: string) {
  fakeApi({});
  const { client } = await renderRouted(<StudyLock onClose={vi.fn()} />, [
    ['me', { id: 1, roles: [role], favoriteBoards: [] }],
    ['config', { settings: { studyRoomMenu: 'locked' } }],
  ]);
  expect(await screen.findByRole('dialog', { name: '스터디룸' })).toBeDefined();
  return client;
}

describe('StudyLock', () => {
  beforeEach(() => logInForTest());

  it('closes by itself when the settings arrive and the study room is open', async () => {
    const client = await show('STUDENT');
    expect(screen.queryByRole('link')).toBeNull();
    act(() => {
      client.setQueryData(['config'], { settings: { studyRoomMenu: 'open' } });
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows an ADMIN where to open it [BOARD-10]', async () => {
    await show('ADMIN');
    const settings = screen.getByRole('link', { name: '설정으로 가기' });
    expect(settings.getAttribute('href')).toBe('/admin?menu=SETTINGS');
  });
});
