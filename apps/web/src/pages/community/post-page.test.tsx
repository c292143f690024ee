import type { PostDetail } from '@naru/contract/posts';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PATHS } from '../../app/paths.ts';
import { boardSearch } from '../../app/search.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { BoardPage } from './board-page.tsx';
import { PostPage } from './post-page.tsx';

const post: PostDetail = {
  id: 7,
  title: '선형대수학 팝니다',
  boardType: 'MARKET',
  writerId: 5,
  writerNickname: '해솔',
  createdDate: '2026-11-20T14:00:00+09:00',
  viewCount: 3,
  likeCount: 0,
  commentCount: 0,
  thumbNailUrl: null,
  imageUrls: ['/files/a.webp'],
  image_urls: ['/files/a.webp'],
  price: 12_000,
  tradeStatus: 'ON_SALE',
  pinned: false,
  answered: false,
  hasFiles: false,
  content: '<p>깨끗합니다.</p>',
  targetUrl: null,
  updatedDate: null,
  isLike: false,
  isScrapped: false,
  isAuthor: false,
  writerProfileThumbnails: null,
  writerRoles: ['STUDENT'],
  acceptedCommentId: null,
  pinnedUntil: null,
  attachments: [],
};

async function open(at: string, detail: Partial<PostDetail> = {}) {
  fakeMedia();
  fakeApi({
    'GET /api/member/me': { body: { meDto: { id: 1, roles: ['STUDENT'], favoriteBoards: [] } } },
    'GET /api/post/7': { body: { dto: { ...post, ...detail } } },
    'GET /api/post/7/comments': {
      body: { comments: [], commentCount: 0, currentPage: 0, totalPages: 0, next: null },
    },
  });
  const router = await renderPage(PostPage, { path: PATHS.post, at });
  await screen.findByRole('heading', { level: 1, name: '선형대수학 팝니다' });
  return router;
}

describe('PostPage', () => {
  it('shows title, price and description of an item beside its picture [MARKET-70]', async () => {
    await open('/main/community/market/post/7');
    const title = screen.getByRole('heading', { level: 1 });
    const picture = screen.getByRole('button', { name: '선형대수학 팝니다 사진, 크게 보기' });
    const beside = picture.nextElementSibling;
    expect(beside?.contains(title)).toBe(true);
    expect(beside?.textContent).toContain('12,000원');
    expect(beside?.textContent).toContain('깨끗합니다.');
  });

  it('leads back to the list above and below the post [POST-82]', async () => {
    await open('/main/community/market/post/7');
    const links = screen.getAllByRole('link', { name: '목록으로' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/main/community/market',
      '/main/community/market',
    ]);
  });

  it('redirects from the address of another board and keeps the comment [POST-83]', async () => {
    const router = await open('/main/community/free/post/7#comment-3');
    await waitFor(() =>
      expect(router.state.location.href).toBe('/main/community/market/post/7#comment-3'),
    );
  });

  it('stays under the popular list, which has posts of all boards [POST-83]', async () => {
    const router = await open('/main/community/popular/post/7', { boardType: 'FREE' });
    expect(router.state.location.pathname).toBe('/main/community/popular/post/7');
  });
});

describe('BoardPage', () => {
  async function search(totalCount: number) {
    fakeMedia();
    fakeApi({
      'GET /api/member/me': { body: { meDto: { id: 1, roles: ['STUDENT'], favoriteBoards: [] } } },
      'GET /api/post': {
        body: {
          pageResponse: {
            posts: [],
            currentPage: 0,
            totalPages: Math.ceil(totalCount / 10),
            totalCount,
          },
          isMarked: false,
        },
      },
    });
    const at = '/main/community/free?query=%EB%B0%94%EB%8B%A4';
    await renderPage(BoardPage, { path: PATHS.board, at, validateSearch: boardSearch });
  }
  const status = (text: string) =>
    screen.findAllByRole('status').then((all) => all.some((one) => one.textContent === text));

  it.each([
    [1_000, '‘바다’ 검색 결과 1,000건'],
    [1_001, '‘바다’ 검색 결과 1,000+건'],
  ])('shows a total of %i as %s [LIST-22]', async (count, text) => {
    await search(count);
    await waitFor(async () => expect(await status(text)).toBe(true));
  });

  it('announces an empty list in words instead of page 1 of 0 [LIST-83]', async () => {
    await search(0);
    await waitFor(async () => expect(await status('글이 없습니다.')).toBe(true));
  });
});
