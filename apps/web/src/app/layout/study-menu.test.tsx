import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { headerPanel } from '../../lib/header-panel.ts';
import { writeTokens } from '../../lib/session/tokens.ts';
import { TopMenu } from './top-menu.tsx';

beforeEach(() => {
  headerPanel.set(null);
  writeTokens({
    accessToken: `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.s`,
    refreshToken: `r.${Math.floor(Date.now() / 1000) + 600}`,
  });
  vi.stubGlobal('scrollTo', () => undefined);
});

async function show(studyRoomMenu: 'locked' | 'open', roles: string[]) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData(['config'], { settings: { studyRoomMenu } });
  client.setQueryData(['me'], { id: 1, roles, favoriteBoards: [] });
  const router = createRouter({
    routeTree: createRootRoute({ component: TopMenu }),
    history: createMemoryHistory(),
  });
  await router.load();
  render(
    <QueryClientProvider client={client}>
      {/* `never`: the registered router type is the app's. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const entry = await screen.findByRole('button', { name: /스터디룸/ });
  fireEvent.click(entry);
  return entry;
}

const links = (entry: HTMLElement) =>
  [...(entry.parentElement?.querySelectorAll('a') ?? [])].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);

describe('study menu of the header [BOARD-10]', () => {
  it('opens the lock modal while locked', async () => {
    const entry = await show('locked', ['ADMIN']);
    expect(entry.textContent).toContain('준비 중');
    expect(headerPanel.get()).toBe('lock');
    expect(links(entry)).toEqual([]);
  });

  it('opens a submenu once the setting is open', async () => {
    const entry = await show('open', ['STUDENT']);
    expect(headerPanel.get()).toBeNull();
    await screen.findByRole('link', { name: '시간표' });
    expect(links(entry)).toEqual([
      ['시간표', '/main/study-dashboard'],
      ['강의실 둘러보기', '/main/study-dashboard/catalog'],
      ['학사일정', '/main/calendar'],
      ['예약', '/main/bookings'],
    ]);
  });

  it.each(['PROFESSOR', 'MANAGER'])('links a %s to the waiting questions', async (role) => {
    const entry = await show('open', [role]);
    await screen.findByRole('link', { name: '시간표' });
    expect(links(entry).at(-1)).toEqual(['답변 대기 질문', '/main/study-dashboard/waiting']);
  });

  it('hides the waiting questions from the student council', async () => {
    const entry = await show('open', ['STUDENT', 'STUDENT_COUNCIL']);
    expect(links(entry)).toHaveLength(4);
  });
});
