import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PATHS } from '../../app/paths.ts';
import { adminSearch } from '../../app/search.ts';
import { writeTokens } from '../../lib/session/tokens.ts';
import { createTestClient, fakeApi } from '../../testing/fake-api.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { AdminPage } from './admin-page.tsx';
import { findAdminPanel } from './console-panels.ts';

let calls: string[];
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  writeTokens({
    accessToken: `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.s`,
    refreshToken: `r.${Math.floor(Date.now() / 1000) + 600}`,
  });
  const totals = { members: 1, newMembers: 0, visitors: 0, posts: 0, comments: 0 };
  const points = [{ from: '2026-11-20', to: '2026-11-20', ...totals }];
  calls = fakeApi({ 'GET /api/admin/stats': { body: { range: 'daily', points, totals } } });
});

async function show(query: string, role: string) {
  const client = createTestClient([['me', { id: 1, roles: ['USER', role] }]]);
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

  it('shows an empty state for an unknown panel [ADMIN-11]', async () => {
    await show('?menu=NOTHING', 'ADMIN');
    expect(screen.getByText('선택된 메뉴가 없습니다.')).toBeDefined();
    expect(calls).toEqual([]);
  });

  it('disables panels above the role with an explanation [ADMIN-01]', async () => {
    await show('', 'STUDENT_COUNCIL');
    const settings = nav().getByRole('button', { name: /설정/ });
    expect(settings.getAttribute('aria-disabled')).toBe('true');
    expect(settings.textContent).toContain('관리자만 사용할 수 있습니다.');
    const told = () => screen.getAllByText('관리자만 사용할 수 있습니다.').length;
    const before = told();
    fireEvent.click(settings);
    await vi.waitFor(() => expect(told()).toBe(before + 1));
    expect(nav().getByRole('button', { name: /식단/ }).textContent).toContain(
      '조교 이상만 사용할 수 있습니다.',
    );
    expect(nav().getByRole('link', { name: '배너' })).toBeDefined();
  });

  it('makes no request when the URL names a forbidden panel [ADMIN-02]', async () => {
    await show('?menu=SETTINGS', 'MANAGER');
    expect(screen.getAllByText('관리자만 사용할 수 있습니다.').length).toBeGreaterThan(0);
    expect(calls).toEqual([]);
  });
});

describe('findAdminPanel', () => {
  it('finds the required names and no others', () => {
    for (const menu of ['STATUS', 'ROLES', 'POSTS', 'INQUIRY', 'BANNER'] as const) {
      expect(findAdminPanel(menu)).toBe(menu);
    }
    expect([
      findAdminPanel(undefined),
      findAdminPanel('status'),
      findAdminPanel('toString'),
    ]).toEqual(['STATUS', null, null]);
  });
});
