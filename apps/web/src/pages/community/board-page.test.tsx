import type { PostItem } from '@naru/contract/posts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postKeys } from '../../entities/keys.ts';
import { PATHS } from '../../lib/paths.ts';
import { boardSearch } from '../../lib/search-parameters.ts';
import { createTestClient, fakeApi } from '../../testing/fake-api.tsx';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { postItemFixture } from '../../testing/posts.ts';
import { BoardPage } from './board-page.tsx';

const rows = async () => {
  const list = await screen.findByRole('list', { name: '자유게시판 글 목록' });
  return within(list)
    .getAllByRole('link')
    .map((link) => link.textContent);
};

/** A member who comes from the dashboard, whose boxes know two posts. The list is held back. */
async function open(at: string, isOutOfDate = false) {
  let answer: (posts: PostItem[]) => void = () => undefined;
  const posts = new Promise<PostItem[]>((resolve) => {
    answer = resolve;
  });
  fakeMedia();
  fakeApi({
    'GET /api/member/me': { body: { meDto: { id: 1, roles: ['STUDENT'], favoriteBoards: [] } } },
    'GET /api/post': async () => ({
      body: {
        pageResponse: { posts: await posts, currentPage: 0, totalPages: 1, totalCount: 2 },
        isMarked: false,
      },
    }),
  });
  const client = createTestClient();
  client.setQueryData(postKeys.summary(['FREE'], 12), {
    FREE: [
      postItemFixture({ id: 1, title: '가려질 글' }),
      postItemFixture({ id: 2, title: '둘째' }),
    ],
  });
  if (isOutOfDate) await client.invalidateQueries({ queryKey: postKeys.all });
  await renderPage(BoardPage, {
    path: PATHS.board,
    at,
    validateSearch: boardSearch,
    client,
  });
  return answer;
}

it('shows the posts that the dashboard knows until the list arrives [UI-232]', async () => {
  const answer = await open('/main/community/free');
  expect(await rows()).toEqual(['가려질 글', '둘째']);
  expect(screen.getByText('불러오는 중입니다.')).toBeDefined();
  answer([postItemFixture({ id: 2, title: '둘째' }), postItemFixture({ id: 3, title: '셋째' })]);
  await screen.findByText('셋째');
  // Nothing stays that the reader may no longer see.
  expect(await rows()).toEqual(['둘째', '셋째']);
});

it.each(['?page=2', '?query=글'])('but not for %s', async (search) => {
  await open(`/main/community/free${search}`);
  expect(await screen.findByRole('status', { name: '글 목록을 불러오는 중입니다.' })).toBeDefined();
  expect(screen.queryByText('둘째')).toBeNull();
});

it('shows no post of a dashboard that is out of date since one was deleted [UI-232]', async () => {
  await open('/main/community/free', true);
  expect(await screen.findByRole('status', { name: '글 목록을 불러오는 중입니다.' })).toBeDefined();
  expect(screen.queryByText('둘째')).toBeNull();
});
