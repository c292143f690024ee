import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { publishLive } from '../../lib/live/live.ts';
import { writeTokens } from '../../lib/session/tokens.ts';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { HomePage } from './home-page.tsx';
import { QuickLinks } from './quick-links.tsx';

/** Rendering many boxes takes time on a busy machine. */
const PATIENT = { timeout: 15_000 };

const POST = {
  title: '글',
  boardType: 'FREE',
  writerNickname: '해솔',
  createdDate: '2026-11-20T14:00:00+09:00',
  commentCount: 0,
  likeCount: 0,
  viewCount: 0,
  thumbNailUrl: null,
  price: 1000,
  pinned: false,
};
const postsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...POST, id: from + at, title: `글 ${from + at}` }));

const ME = { id: 1, roles: ['USER'], favoriteBoards: ['FREE'] };
const RESPONSES: Record<string, unknown> = {
  '/api/config': { color: '', quickLinks: [{ label: '도서관', url: 'https://library.example/' }] },
  '/api/member/me': { meDto: ME },
  '/api/post/summary-multi': {
    Posts: [],
    boards: {
      NOTICE: postsOf(100, 12),
      QNA: [],
      MARKET: postsOf(300, 12),
      POPULAR: postsOf(400, 12),
    },
  },
  '/api/lecture-room/terms': {
    current: {
      year: 2026,
      semester: 2,
      name: '2026년 2학기',
      from: '2000-01-01',
      to: '2999-12-31',
    },
    terms: [],
  },
  '/api/lecture-room/mark': { markedLecture: [] },
  '/api/banners': { normalBanners: [], mediaBanners: [] },
};

let calls: { path: string; body: unknown }[];
let isPhone: boolean;
/** Paths whose calls are refused. */
let broken: string[];

beforeEach(() => {
  calls = [];
  isPhone = false;
  broken = [];
  RESPONSES['/api/member/me'] = { meDto: ME };
  writeTokens({
    accessToken: `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.s`,
    refreshToken: `r.${Math.floor(Date.now() / 1000) + 600}`,
  });
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width') && isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    const [plain = ''] = url.split('?');
    const path = plain.startsWith('/api/Menu/') ? '/api/Menu' : plain;
    calls.push({ path, body: init?.body && JSON.parse(init.body) });
    if (broken.includes(path)) return new Response('{"error":"FORBIDDEN"}', { status: 403 });
    const body = path === '/api/Menu' ? { studentState: 'CLOSED' } : RESPONSES[path];
    return new Response(JSON.stringify(body), { status: body === undefined ? 404 : 200 });
  });
});

async function show(hash = '') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createRouter({
    routeTree: createRootRoute({ component: HomePage }),
    history: createMemoryHistory({ initialEntries: [`/${hash}`] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={client}>
      {/* `never`: the registered router type is the app's. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByText('글 100', undefined, PATIENT);
  return client;
}

const paths = () => calls.map(({ path }) => path).sort();

describe('HomePage', () => {
  it('makes seven requests besides the event stream, one of them for the posts of all boxes', async () => {
    await show();
    await screen.findByText('운영하지 않는 날입니다.', undefined, PATIENT);
    expect(paths()).toEqual([
      '/api/Menu',
      '/api/banners',
      '/api/config',
      '/api/lecture-room/mark',
      '/api/lecture-room/terms',
      '/api/member/me',
      '/api/post/summary-multi',
    ]);
    expect(calls.find(({ path }) => path.endsWith('summary-multi'))?.body).toEqual({
      types: [
        ...['NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT'],
        ...['QNA', 'FREE', 'SECRET', 'REVIEW', 'MARKET', 'POPULAR'],
      ],
      pageSize: 12,
    });
  });

  it('shows the favorite boards, 6 posts per box and 12 items, 4 per page [LIST-09, MARKET-09]', async () => {
    await show();
    const chips = screen.getByRole('navigation', { name: '즐겨찾는 게시판' });
    expect(chips.querySelector('a')?.textContent).toContain('자유게시판');
    expect(screen.getByRole('list', { name: '조교 공지' }).children).toHaveLength(6);
    expect(screen.getByRole('list', { name: '인기글' }).children).toHaveLength(6);
    expect(screen.getAllByText('게시글이 없습니다.')).toHaveLength(1);
    const pages = [...document.querySelectorAll('[aria-label^="책방 "][data-page]')];
    expect(pages.map((page) => page.querySelectorAll('li').length)).toEqual([4, 4, 4]);
  });

  it('shows on a phone 4 notices, favourites, and popular posts beside the boards [LIST-09, UI-754]', async () => {
    isPhone = true;
    await show();
    expect(screen.getByRole('list', { name: '조교 공지' }).children).toHaveLength(4);
    const favorites = screen.getByRole('region', { name: '즐겨찾는 게시판' });
    expect(favorites.querySelector('a')?.textContent).toBe('자유');
    expect(screen.getByRole('tab', { name: '인기', selected: true })).toBeDefined();
    expect(screen.getByRole('list', { name: '인기글' }).children).toHaveLength(6);
  });

  it('requests only the meals of today on a phone before the sheet is opened [MEAL-07, MARKET-09]', async () => {
    isPhone = true;
    await show();
    expect(paths().filter((path) => path === '/api/Menu')).toHaveLength(1);
    expect(screen.queryByText('오늘의 식단')).toBeNull();
    expect(document.querySelectorAll('[aria-label^="책방 "][data-page]')).toHaveLength(6);
  });

  it('shows no line that says that there is nothing [UI-751]', async () => {
    isPhone = true;
    await show();
    const names = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
    expect(names).toEqual(['공지사항', '즐겨찾는 게시판', '커뮤니티', '책방']);
  });

  it.each([
    ['STUDENT', 1],
    ['PROFESSOR', 0],
  ])('has a first visit for a new %s only if it has a row [MEMB-70]', async (role, count) => {
    RESPONSES['/api/member/me'] = { meDto: { ...ME, roles: [role], isNew: true } };
    await show();
    expect(document.querySelectorAll('[class*="has-[section]"]')).toHaveLength(count);
  });

  it('stores its shape only when it changes [UI-751]', async () => {
    const store = vi.spyOn(Storage.prototype, 'setItem');
    const shapes = () => store.mock.calls.filter(([name]) => name.includes('home')).length;
    const client = await show();
    await waitFor(() => expect(client.isFetching()).toBe(0), PATIENT);
    const before = shapes();
    expect(before).toBeGreaterThan(0);
    const quickLinks = [{ label: '박물관', url: 'https://museum.example/' }];
    client.setQueryData(['config'], { color: '', quickLinks });
    await screen.findByRole('link', { name: /박물관/ });
    expect(shapes()).toBe(before);
    store.mockRestore();
  });

  it('names once what could not be loaded, keeps the rest and tries again [UI-212]', async () => {
    isPhone = true;
    broken = ['/api/banners', '/api/Menu', '/api/lecture-room/terms'];
    await show();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    broken = [];
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), PATIENT);
  });

  it('opens the meals as a sheet on a phone [MEAL-07]', async () => {
    isPhone = true;
    await show('#menu');
    expect(await screen.findByRole('dialog', { name: '오늘의 식단' }, PATIENT)).toBeDefined();
    expect(paths()).toContain('/api/Menu');
  });

  it('reloads the boxes when a notice is posted', async () => {
    await show();
    const count = () => paths().filter((path) => path.endsWith('summary-multi')).length;
    const notice = {
      id: 1,
      content: '',
      excerpt: null,
      date: '',
      read: false,
      targetUrl: '/main',
      subType: null,
    };
    publishLive({ type: 'notice', unreadCount: 1, notice: { ...notice, type: 'comment' } });
    expect(count()).toBe(1);
    publishLive({ type: 'notice', unreadCount: 2, notice: { ...notice, type: 'notice' } });
    await vi.waitFor(() => expect(count()).toBe(2));
  });
});

const CONFIG = 'GET /api/config';
const links = (count: number) =>
  ['학교', '학사', '이러닝', '도서관'].slice(0, count).map((label) => ({
    label,
    url: `https://${encodeURIComponent(label)}.example/`,
  }));

describe('QuickLinks', () => {
  it('shows the configured sites, which open in a new tab', async () => {
    fakeApi({ [CONFIG]: { body: { color: '', quickLinks: links(4) } } });
    renderWithClient(<QuickLinks />);
    const shown = await screen.findAllByRole('link');
    expect(shown).toHaveLength(4);
    for (const link of shown) {
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
      expect(link.textContent).toContain('새 탭에서 열기');
    }
  });

  it('shows that loading failed and retries [LIST-16]', async () => {
    let works = false;
    fakeApi({
      [CONFIG]: () =>
        works
          ? { body: { color: '', quickLinks: links(1) } }
          : { status: 403, body: { error: 'FORBIDDEN', message: '거부' } },
    });
    renderWithClient(<QuickLinks />);
    expect((await screen.findByRole('alert')).textContent).toContain(
      '바로 가기를 불러오지 못했습니다.',
    );
    works = true;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByRole('link')).toBeDefined();
  });

  it('leaves no gap when none is configured', async () => {
    const calls = fakeApi({ [CONFIG]: { body: { color: '', quickLinks: [] } } });
    renderWithClient(<QuickLinks />);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(document.body.textContent).toBe('');
  });
});
