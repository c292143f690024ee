import { expect, it, vi } from 'vitest';
import { postKeys } from '../entities/keys.ts';
import { PATHS } from '../lib/paths.ts';
import { createTestClient, fakeApi } from '../testing/fake-api.tsx';
import { logInForTest } from '../testing/fake-session.ts';
import { createAppRouter } from './router.tsx';

const POST = { id: 7, title: '해무가 심합니다' };
const LIST = { pageResponse: { posts: [POST], currentPage: 0, totalPages: 1, totalCount: 1 } };

/** The app's routes without a page on the screen, so that only their own calls are made. */
async function routes() {
  logInForTest();
  const calls = fakeApi({
    'GET /api/post': { body: LIST },
    'GET /api/post/7': { body: { dto: POST } },
  });
  const client = createTestClient();
  return { router: createAppRouter(client), client, calls };
}
const toBoard = { to: PATHS.board, params: { boardType: 'free' }, search: { page: 2 } };
const toPost = (postId: string, boardType = 'free') => ({
  to: PATHS.post,
  params: { boardType, postId },
});

it('loads a list when a reader reaches for a link to it [UI-232]', async () => {
  const { router, client, calls } = await routes();
  await router.preloadRoute(toBoard);
  const key = postKeys.list({ boardType: 'FREE', page: 1 });
  await vi.waitFor(() => expect(client.getQueryData(key)).toEqual(LIST));
  expect(calls).toEqual(['GET /api/post']);
});

it('loads a post when it is opened, but not before, because that counts a view [UI-232]', async () => {
  const { router, client, calls } = await routes();
  await router.preloadRoute(toPost('7'));
  expect(calls).toEqual([]);
  window.history.replaceState(null, '', '/main/community/free/post/7');
  const opened = createAppRouter(client);
  await opened.load();
  await vi.waitFor(() => expect(client.getQueryData(postKeys.detail(7))).toEqual(POST));
  expect(calls).toEqual(['GET /api/post/7']);
});

it.each(['/main/community/nothing', '/main/community/free/post/1e3', '/main/community/x/post/7'])(
  'calls nothing for %s, which no page shows',
  async (address) => {
    const { client, calls } = await routes();
    window.history.replaceState(null, '', address);
    await createAppRouter(client).load();
    expect(calls).toEqual([]);
  },
);

it('loads nothing in advance for a reader who saves data [UI-232]', async () => {
  expect((await routes()).router.options.defaultPreload).toBe('intent');
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  expect((await routes()).router.options.defaultPreload).toBe(false);
  vi.unstubAllGlobals();
});

it('leads to the list of petitions, tab and page, before it loads anything of their board [PETI-21]', async () => {
  const { router, calls } = await routes();
  const search = { tab: 'waiting', page: 2 } as const;
  const board = { to: PATHS.board, params: { boardType: 'petition' }, search };
  await router.preloadRoute(board);
  await router.navigate(board);
  expect(calls).toEqual([]);
  expect(router.state.location.href).toBe('/main/petitions?tab=waiting&page=2');
});
