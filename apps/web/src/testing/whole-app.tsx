import type { Me } from '@naru/contract/members';
import { ROLES, type Role } from '@naru/contract/roles';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { createAppRouter } from '../app/router.tsx';
import { bridgeSession } from '../app/session-bridge.ts';
import { createTestClient, fakeApi } from './fake-api.tsx';
import { logInForTest } from './fake-session.ts';

const ME: Me = {
  ...{ id: 1, username: '20250001', name: '윤해솔', nickname: '해솔', nickName: '해솔' },
  ...{ email: 'sol@example.com', emailPublic: false, intro: '', joinedAt: '2026-03-02T00:00:00Z' },
  ...{ profileThumbnails: null, profileImageUrl: null, favoriteBoards: [], roles: [] },
  ...{ newNoticeCount: 0, newMailCount: 0, friendRequestCount: 0, postCount: 0, commentCount: 0 },
  ...{ reauthUntil: null, liveSeq: 0, mustReadCount: 0 },
};
const EMPTY_LIST = { posts: [], currentPage: 0, totalPages: 0, totalCount: 0 };

/**
 * Renders the app with its own routes at an address, for a member whose highest role is `role`;
 * null: a guest. Lists are empty, and calls that neither they nor `more` serve fail.
 * Returns the router, the client and the log of calls.
 */
export async function renderApp(
  path: string,
  role: Role | null,
  more: Parameters<typeof fakeApi>[0] = {},
) {
  vi.stubGlobal('scrollTo', () => undefined);
  if (role !== null) logInForTest();
  const calls = fakeApi({
    'GET /api/config': { body: { settings: { studyRoomMenu: 'locked' } } },
    'GET /api/post/list': { body: EMPTY_LIST },
    ...more,
  });
  window.history.replaceState(null, '', path);
  const roles = role === null ? [] : [...new Set<Role>([ROLES[0], role])];
  const client = createTestClient(role === null ? [] : [['me', { ...ME, roles }]]);
  const router = createAppRouter(client);
  bridgeSession(router, client);
  onTestFinished(() => router.history.destroy());
  await router.load();
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, client, calls };
}
