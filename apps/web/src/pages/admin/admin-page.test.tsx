import type { WorkItem } from '@naru/contract/work';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { workKeys } from '../../entities/keys.ts';
import { PATHS } from '../../lib/paths.ts';
import { adminSearch } from '../../lib/search-parameters.ts';
import { writeTokens } from '../../lib/session/tokens.ts';
import { createTestClient, fakeApi } from '../../testing/fake-api.tsx';
import { fakeMedia } from '../../testing/fake-page.tsx';
import { Toaster } from '../../ui/toaster.tsx';
// The panels of these tests, which load when first opened.
import './address-panels.tsx';
import { AdminPage } from './admin-page.tsx';
import { findAdminPanel } from './console-panels.ts';

let calls: string[];
let items: WorkItem[];
let firstSteps: { step: string; done: boolean }[] | undefined;
let client: QueryClient;
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  fakeMedia();
  writeTokens({
    accessToken: `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.s`,
    refreshToken: `r.${Math.floor(Date.now() / 1000) + 600}`,
  });
  firstSteps = undefined;
  const totals = { members: 1, newMembers: 0, visitors: 0, posts: 0, comments: 0, petitions: 0 };
  const points = [{ from: '2026-11-20', to: '2026-11-20', ...totals }];
  items = [
    { kind: 'REPORTS', count: 2, since: '2026-11-19T09:00:00+09:00' },
    { kind: 'INQUIRIES', count: 0, since: null },
    { kind: 'REVEALS', count: 1, since: '2026-11-19T09:00:00+09:00' },
    { kind: 'BACKUP', count: 1, since: null },
  ];
  calls = fakeApi({
    'GET /api/admin/work': () => ({ body: { items, firstSteps } }),
    'GET /api/admin/stats': { body: { range: 'daily', points, totals } },
  });
});

async function show(query: string, role: string) {
  client = createTestClient([['me', { id: 1, roles: ['USER', role] }]]);
  const root = createRootRoute();
  const admin = createRoute({
    getParentRoute: () => root,
    path: PATHS.admin,
    validateSearch: adminSearch,
    component: AdminPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([admin]),
    history: createMemoryHistory({ initialEntries: [`${PATHS.admin}${query}`] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={client}>
      {/* `never`: the registered router type is the app's. */}
      <RouterProvider router={router as never} />
      <Toaster />
    </QueryClientProvider>,
  );
  return router;
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const nav = () => within(screen.getByRole('navigation', { name: '관리자 메뉴' }));

describe('AdminPage', () => {
  it('opens with the statistics', async () => {
    await show('', 'STUDENT_COUNCIL');
    expect(heading()).toBe('통계');
    expect(await screen.findByRole('table')).toBeDefined();
    expect(nav().getByRole('link', { name: '통계' }).getAttribute('aria-current')).toBe('page');
  });

  it('keeps what is searched for and the page of the log of e-mails in the address [MAIL-16]', async () => {
    const asked: URLSearchParams[] = [];
    const page = { currentPage: 1, size: 20, totalPages: 3, totalElements: 60 };
    fakeApi({
      'GET /api/admin/work': () => ({ body: { items, firstSteps } }),
      'GET /api/admin/emails': ({ query }) => {
        asked.push(query);
        return { body: { emails: [], page } };
      },
    });
    const router = await show('?menu=EMAILS&state=FAILED&category=CODE&query=gone&page=2', 'ADMIN');
    expect(await screen.findByLabelText('받는 주소')).toHaveProperty('value', 'gone');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      ...{ state: 'FAILED', kind: 'CODE', query: 'gone', page: '1' },
    });
    fireEvent.change(screen.getByLabelText('종류'), { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: '검색' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(router.state.location.search).toEqual({
      menu: 'EMAILS',
      state: 'FAILED',
      query: 'gone',
    });
  });

  it('leads from an e-mail to the member who has the address [MAIL-16]', async () => {
    const asked: URLSearchParams[] = [];
    fakeApi({
      'GET /api/admin/work': () => ({ body: { items, firstSteps } }),
      'GET /api/admin/search-users': ({ query }) => {
        asked.push(query);
        return { body: [], headers: { 'x-total-count': '0' } };
      },
    });
    await show('?menu=ROLES&query=prof01', 'ADMIN');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.getByLabelText('학번(교번)')).toHaveProperty('value', 'prof01');
    expect(asked.map((query) => query.get('username'))).toEqual(['prof01']);
  });

  it('opens with what waits for staff, each line with its panel [ADMIN-33]', async () => {
    await show('', 'ADMIN');
    expect(heading()).toBe('할 일');
    const line = await screen.findByRole('link', { name: /처리할 신고 2건/ });
    expect(line.getAttribute('href')).toContain('menu=REPORTS');
    expect(screen.getByText(/언제 했는지 알 수 없습니다/)).toBeDefined();
    expect(screen.queryByText('답변할 문의')).toBeNull();
  });

  it('asks for the first backup once, among the first steps [ADMIN-33]', async () => {
    items = [{ kind: 'BACKUP', count: 1, since: null }];
    firstSteps = [{ step: 'BACKUP', done: false }];
    await show('', 'ADMIN');
    expect(await screen.findByText(/지난 7일 안에 한 백업이 없습니다/)).toBeDefined();
    expect(screen.queryByText(/언제 했는지 알 수 없습니다/)).toBeNull();
    expect(screen.queryByText(/모두 마쳤습니다/)).toBeNull();
  });

  it('says why a backup failed, also while the first one is still to be made [ADMIN-34]', async () => {
    const at = '2026-11-20T04:00:00+09:00';
    const failure = { at, reason: 'FOLDER' as const, server: null };
    items = [{ kind: 'BACKUP', count: 1, since: null, failure }];
    firstSteps = [{ step: 'BACKUP', done: false }];
    await show('', 'ADMIN');
    const text = await screen.findByText(/백업하지 못했습니다/);
    expect(text.textContent).toBe(
      '2026-11-20 04:00에 백업하지 못했습니다. 백업을 저장할 폴더에 쓸 수 없습니다.',
    );
  });

  it('counts in the menu what waits, and follows without a reload [ADMIN-33]', async () => {
    await show('?menu=NOTHING', 'ADMIN');
    expect(await nav().findByRole('link', { name: /^신고\s*2건 대기$/ })).toBeDefined();
    expect(nav().getByRole('link', { name: /^할 일\s*3건 대기$/ })).toBeDefined();
    items = [{ kind: 'REPORTS', count: 0, since: null }];
    // As the live event of new work does (`app/live-bridge.ts`).
    await act(() => client.invalidateQueries({ queryKey: workKeys.waiting }));
    expect(await nav().findByRole('link', { name: '신고' })).toBeDefined();
  });

  it('leads from a line to the inquiries that it counts [ADMIN-33]', async () => {
    items = [{ kind: 'ROLE_REQUESTS', count: 1, since: '2026-11-19T09:00:00+09:00' }];
    await show('', 'ADMIN');
    fireEvent.click(await screen.findByRole('link', { name: /권한 요청 1건/ }));
    expect(await screen.findByRole('combobox', { name: '유형' })).toHaveProperty(
      'value',
      'ROLE_REQUEST',
    );
    expect(screen.getByRole('radio', { name: /^처리 중/ })).toHaveProperty('checked', true);
  });

  it('says warmly that nothing is left [ADMIN-33]', async () => {
    items = [
      { kind: 'REPORTS', count: 0, since: null },
      { kind: 'BACKUP', count: 0, since: '2026-11-20T04:00:00+09:00' },
    ];
    await show('', 'ADMIN');
    expect(await screen.findByText('모두 마쳤습니다. 기다리는 일이 없습니다.')).toBeDefined();
    expect(screen.getByText('2026-11-20 04:00')).toBeDefined();
  });

  it('shows an empty state for an unknown panel [ADMIN-11]', async () => {
    await show('?menu=NOTHING', 'STUDENT_COUNCIL');
    expect(screen.getByText('선택된 메뉴가 없습니다.')).toBeDefined();
    expect(calls).toEqual([]);
  });

  it.each([
    ['STUDENT_COUNCIL', ['오늘 통계 오늘의 글', '콘텐츠 배너 예약 공지']],
    [
      'MANAGER',
      [
        '오늘 할 일 통계 오늘의 글',
        '글과 신고 신고 삭제된 글',
        '콘텐츠 배너 예약 공지 식단 학사일정 예약 강의 수집',
      ],
    ],
  ])('shows a %s the panels of the role alone, in groups [ADMIN-01]', async (role, groups) => {
    items = [];
    await show('', role);
    const shown = nav()
      .getAllByRole('list')
      .map((list) => {
        const links = within(list).getAllByRole('link');
        return [list.getAttribute('aria-label'), ...links.map((one) => one.textContent)].join(' ');
      });
    expect(shown).toEqual(groups);
    expect(nav().getByRole('link', { name: '도움말' })).toBeDefined();
  });

  it('folds a group, which shows how much waits in all of it and the open panel [ADMIN-232]', async () => {
    await show('?menu=REPORTS', 'ADMIN');
    await nav().findByRole('link', { name: /^신고\s*2건 대기$/ });
    const fold = nav().getByRole('button', { name: '글과 신고' });
    fireEvent.click(fold);
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    expect(fold.textContent).toContain('3건 대기');
    const list = within(nav().getByRole('list', { name: '글과 신고' }));
    expect(list.getAllByRole('link')).toHaveLength(1);
    cleanup();
    await show('?menu=WORK', 'ADMIN');
    expect(await nav().findByRole('button', { name: /글과 신고\s*3건 대기/ })).toBeDefined();
    expect(nav().queryByRole('link', { name: /^신고/ })).toBeNull();
  });

  it('opens the menu of a phone as a sheet that a choice closes [ADMIN-233]', async () => {
    fakeMedia(true);
    const router = await show('?menu=STATUS', 'ADMIN');
    expect(screen.queryByRole('navigation', { name: '관리자 메뉴' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: /^메뉴\s*3건 대기$/ }));
    expect(nav().getByRole('link', { name: '통계' }).getAttribute('aria-current')).toBe('page');
    fireEvent.click(nav().getByRole('link', { name: /^신고/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toEqual({ menu: 'REPORTS' });
  });

  it('makes no request when the URL names a forbidden panel [ADMIN-02]', async () => {
    await show('?menu=SETTINGS', 'MANAGER');
    expect(screen.getAllByText('관리자만 사용할 수 있습니다.').length).toBeGreaterThan(0);
    expect(calls.filter((call) => call !== 'GET /api/admin/work')).toEqual([]);
  });
});

describe('findAdminPanel', () => {
  it('finds the required names and no others', () => {
    for (const menu of ['STATUS', 'ROLES', 'POSTS', 'INQUIRY', 'BANNER'] as const) {
      expect(findAdminPanel(menu, ['ADMIN'])).toBe(menu);
    }
    expect([
      findAdminPanel(undefined, ['MANAGER']),
      findAdminPanel(undefined, ['STUDENT_COUNCIL']),
      findAdminPanel('status', ['ADMIN']),
      findAdminPanel('toString', ['ADMIN']),
    ]).toEqual(['WORK', 'STATUS', null, null]);
  });
});
