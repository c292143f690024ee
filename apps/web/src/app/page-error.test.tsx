import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postKeys } from '../entities/keys.ts';
import { PostPending } from '../pages/community/post-pending.tsx';
import { createTestClient } from '../testing/fake-api.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { lazyPage, PageError } from './page-error.tsx';

const reload = vi.fn();
let isOnline: boolean;
beforeEach(() => {
  isOnline = false;
  reload.mockClear();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('location', { ...window.location, reload });
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('offline');
    return new Response();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const POST = { path: '/main/community/$boardType/post/$postId', at: '/main/community/free/post/7' };

/** Opens a page, by default a post, that is loaded by `load`. */
function open(load: () => Promise<{ Page: () => null }>, { path, at } = POST) {
  const client = createTestClient();
  client.setQueryData(postKeys.summary(['FREE'], 5), {
    FREE: [
      {
        id: 7,
        title: '해무가 심합니다',
        boardType: 'FREE',
        writerNickname: '해솔',
        createdDate: '',
      },
    ],
  });
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path,
    component: lazyPage(load, 'Page'),
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [at] }),
    defaultErrorComponent: PageError,
    defaultPendingComponent: PostPending,
    defaultPendingMs: 0,
  });
  render(
    <QueryClientProvider client={client}>
      {/* `never`: the registered router type is the app's. */}
      <RouterProvider router={router as never} />
      <Toaster />
    </QueryClientProvider>,
  );
}

describe('a page whose code is not loaded', () => {
  it('shows the head of a listed post and a skeleton of its shape meanwhile [UI-97]', async () => {
    open(() => new Promise(() => undefined));
    expect(await screen.findByRole('heading', { name: '해무가 심합니다' })).toBeDefined();
    expect(screen.getByRole('status', { name: '게시글을 불러오는 중입니다.' })).toBeDefined();
  });

  it('says so offline, does not reload into the error of the browser, and reloads later [UI-97]', async () => {
    open(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: x')));
    expect(await screen.findByText('화면을 불러오지 못했습니다.')).toBeDefined();
    expect(screen.getByText('네트워크 연결을 확인하고 다시 시도해 주세요.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByText('아직 연결되지 않았습니다.')).toBeDefined();
    expect(reload).not.toHaveBeenCalled();
    isOnline = true;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    window.dispatchEvent(new Event('online'));
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
  });

  it('says to who is logged out that the login needs a network [OFF-15]', async () => {
    const lost = () =>
      Promise.reject(new TypeError('Failed to fetch dynamically imported module: x'));
    open(lost, { path: '/login', at: '/login' });
    expect(await screen.findByText('로그인하려면 네트워크 연결이 필요합니다.')).toBeDefined();
    expect(screen.getByText(/^이 기기에서는 로그아웃되어 있습니다\./)).toBeDefined();
    expect(screen.getByRole('button', { name: '다시 시도' })).toBeDefined();
  });
});
