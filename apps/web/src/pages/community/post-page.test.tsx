import type { Comment } from '@naru/contract/comments';
import type { PostDetail } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { closeReport, openedReport } from '../../entities/report/report.ts';
import { PATHS } from '../../lib/paths.ts';
import { boardSearch } from '../../lib/search-parameters.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { shownToasts } from '../../testing/shown-toasts.ts';
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
  imageUrls: '/files/a.webp',
  image_urls: '/files/a.webp',
  pictures: [],
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

async function open(
  at: string,
  detail: Partial<PostDetail> = {},
  others: Parameters<typeof fakeApi>[0] = {},
) {
  fakeMedia();
  fakeApi({
    'GET /api/member/me': { body: { meDto: { id: 1, roles: ['STUDENT'], favoriteBoards: [] } } },
    'GET /api/post/7': { body: { dto: { ...post, ...detail } } },
    'GET /api/post/7/comments': {
      body: { comments: [], commentCount: 0, currentPage: 0, totalPages: 0, next: null },
    },
    ...others,
  });
  const router = await renderPage(PostPage, { path: PATHS.post, at });
  await screen.findByRole('heading', { level: 1, name: detail.title ?? '선형대수학 팝니다' });
  return router;
}

describe('PostPage', () => {
  it('shows title, price and description of an item beside its picture [MARKET-70]', async () => {
    await open('/main/community/market/post/7');
    const title = screen.getByRole('heading', { level: 1 });
    const picture = screen.getByRole('button', { name: '선형대수학 팝니다 사진, 크게 보기' });
    const beside = picture.parentElement?.nextElementSibling;
    expect(beside?.contains(title)).toBe(true);
    expect(beside?.textContent).toContain('12,000원');
    expect(beside?.textContent).toContain('깨끗합니다.');
  });

  it('offers a report at the end of what another member wrote [INQ-12]', async () => {
    await open('/main/community/market/post/7');
    const report = screen.getByRole('button', { name: '신고' });
    fireEvent.click(report);
    expect(openedReport.get()).toEqual({
      ...{ type: 'POST', id: 7, about: '선형대수학 팝니다', memberId: 5 },
    });
    closeReport();
    cleanup();
    await open('/main/community/market/post/7', { isAuthor: true });
    expect(screen.queryByRole('button', { name: '신고' })).toBeNull();
  });

  it('offers to lift the block in place of a masked anonymous post [ANON-115]', async () => {
    const sent: unknown[] = [];
    const masked = { boardType: 'SECRET', blocked: true, title: TEXTS.blockedAliasPost } as const;
    await open('/main/community/secret/post/7', masked, {
      'PUT /api/post/7/alias-block': ({ body }) => {
        sent.push(body);
        return { body: { blocks: false, message: '차단을 해제했습니다.' } };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '차단 해제' }));
    await waitFor(() => expect(sent).toEqual([{ alias: '글쓴이', blocks: false }]));
    expect(screen.queryByRole('button', { name: /^좋아요/ })).toBeNull();
    expect(screen.queryByText('깨끗합니다.')).toBeNull();
  });

  it('leads back to the list above and below the post [POST-82]', async () => {
    await open('/main/community/market/post/7');
    const links = screen.getAllByRole('link', { name: '목록으로' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/main/community/market',
      '/main/community/market',
    ]);
  });

  it.each([
    ['is gone', 'team', {}],
    ['is hidden', 'team', { blinded: true }],
  ])(
    'shows the room to the team of a recruiting post that %s [TEAM-10]',
    async (_, slug, detail) => {
      const team = { kind: 'PROJECT', places: 2, accepted: 1, roles: [], isOpen: false } as const;
      const dto = {
        ...post,
        boardType: 'TEAM',
        team: { ...team, lastDay: '2026-11-30' },
        ...detail,
      };
      const missing = {
        status: 404,
        body: { error: 'POST_NOT_FOUND', message: '', requestId: 'x' },
      };
      fakeMedia();
      fakeApi({
        'GET /api/member/me': {
          body: { meDto: { id: 1, roles: ['STUDENT'], favoriteBoards: [] } },
        },
        'GET /api/post/7': 'blinded' in detail ? { body: { dto } } : missing,
        'GET /api/member/my-handled/POST/7': missing,
        'GET /api/post/7/comments': {
          body: { comments: [], commentCount: 0, currentPage: 0, totalPages: 0, next: null },
        },
        'GET /api/mail/my-room': { body: { roomDtos: [{ roomId: 3, team: { postId: 7 } }] } },
      });
      await renderPage(PostPage, { path: PATHS.post, at: `/main/community/${slug}/post/7` });
      expect(await screen.findByRole('button', { name: '팀 채팅방' })).toBeDefined();
    },
  );

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

describe('what a member does with a post', () => {
  const MISSING = {
    status: 404,
    body: { error: 'POST_NOT_FOUND', message: '게시글을 찾을 수 없습니다.', requestId: 'x' },
  };
  const ANSWER: Partial<Comment> = {
    ...{ id: 3, parentId: null, content: '이렇게 해 보세요', createdDate: post.createdDate },
    ...{ writerNickname: '등대지기', writerRoles: [], countChildren: 0, likes: 0, liked: false },
  };

  /** A server with one question; `isGone` and `reasons` describe its deletion. */
  function serve(roles: string[], isAuthor: boolean) {
    const server = {
      post: { ...post, boardType: 'QNA', isAuthor } as PostDetail,
      reasons: [] as (string | null)[],
      isGone: false,
    };
    const like = (isLike: boolean) => {
      Object.assign(server.post, { isLike, likeCount: isLike ? 1 : 0 });
      return { body: { liked: isLike, currentCount: server.post.likeCount } };
    };
    const scrap = (isScrapped: boolean) => {
      server.post.isScrapped = isScrapped;
      return { body: { message: '', isScrapped } };
    };
    const page = { currentPage: 0, totalPages: 1, next: null };
    fakeMedia();
    fakeApi({
      'GET /api/member/me': { body: { meDto: { id: 1, roles, favoriteBoards: [] } } },
      'GET /api/post/7': () => (server.isGone ? MISSING : { body: { dto: server.post } }),
      'GET /api/member/my-handled/POST/7': MISSING,
      'GET /api/post/7/comments': { body: { comments: [ANSWER], commentCount: 1, ...page } },
      'DELETE /api/post/7': ({ query }) => {
        server.reasons.push(query.get('reason'));
        server.isGone = true;
        return { body: { message: '' } };
      },
      'POST /api/post/7/like': () => like(true),
      'POST /api/post/7/unlike': () => like(false),
      'POST /api/post/7/scrap': () => scrap(true),
      'POST /api/post/7/unScrap': () => scrap(false),
      'POST /api/post/7/accept': ({ body }) => {
        const accepted = { acceptedCommentId: (body as { commentId: number }).commentId };
        Object.assign(server.post, accepted, { answered: true });
        return { body: accepted };
      },
    });
    return server;
  }

  /** Opens the page with nothing stored of an earlier visit. */
  function load(id = '7', board = 'qna') {
    cleanup();
    return renderPage(PostPage, { path: PATHS.post, at: `/main/community/${board}/post/${id}` });
  }
  const button = (name: string | RegExp) => screen.findByRole('button', { name });
  const press = async (name: string | RegExp) => fireEvent.click(await button(name));
  const pressed = async (name: string | RegExp) =>
    (await button(name)).getAttribute('aria-pressed');
  const toasted = (text: string) =>
    waitFor(() => expect(shownToasts().at(-1)).toMatchObject({ text }));
  const notFound = { level: 1, name: '게시글을 찾을 수 없습니다.' };

  async function chooseRemoval(): Promise<HTMLElement> {
    await press('게시글 메뉴');
    fireEvent.click(await screen.findByRole('menuitem', { name: '삭제' }));
    return screen.findByRole('alertdialog', { name: '이 글을 삭제할까요?' });
  }
  const answerWith = (question: HTMLElement, name: string) =>
    fireEvent.click(within(question).getByRole('button', { name }));

  it('deletes an own post after confirmation only and leads to the list [POST-13]', async () => {
    const server = serve(['USER', 'STUDENT'], true);
    const router = await load();
    answerWith(await chooseRemoval(), '취소');
    await screen.findByRole('heading', { level: 1, name: post.title });
    expect(server.isGone).toBe(false);
    answerWith(await chooseRemoval(), '삭제');
    await toasted('게시글이 삭제되었습니다.');
    await waitFor(() => expect(router.state.location.pathname).toBe('/main/community/qna'));
    expect(server.reasons).toEqual([null]);

    await load();
    await screen.findByRole('heading', notFound);
    const [back] = screen.getAllByRole('link', { name: '목록으로' });
    expect(back?.getAttribute('href')).toBe('/main/community/qna');
  });

  it.each(['987654321', 'abc', '0', '1e3', '-1'])('finds no post %s [POST-13]', async (id) => {
    fakeMedia();
    const calls = fakeApi({
      'GET /api/post/987654321': MISSING,
      'GET /api/member/my-handled/POST/987654321': MISSING,
    });
    await load(id);
    await screen.findByRole('heading', notFound);
    expect(calls.includes(`GET /api/post/${id}`)).toBe(id === '987654321');
  });

  it.each([
    ['a phone', true, 1],
    ['a wide screen', false, 1],
  ])('of an item shows price and question once on %s [MARKET-91]', async (_, isPhone, times) => {
    const server = serve(['USER', 'STUDENT'], false);
    Object.assign(server.post, { boardType: 'MARKET', price: 12_000, writerId: 5 });
    fakeMedia(isPhone);
    await load('7', 'market');
    const ask = await screen.findAllByRole('button', { name: '판매자에게 문의' });
    expect(ask).toHaveLength(times);
    expect(screen.getAllByText('12,000원')).toHaveLength(times);
    const bar = ask[0]?.closest('.sticky');
    expect([bar !== null, bar?.textContent?.includes('12,000원') ?? false]).toEqual([
      ...[isPhone, isPhone],
    ]);
  });

  it('offers another member the link and a report only [UI-651]', async () => {
    serve(['USER', 'STUDENT'], false);
    await load();
    await press('게시글 메뉴');
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual(['링크 복사', '신고']);
  });

  it('lets a manager pin the post of another member, or delete it for a reason', async () => {
    const server = serve(['USER', 'MANAGER'], false);
    await load();
    await press('게시글 메뉴');
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      '링크 복사',
      '맨 위에 고정',
      '신고',
      '삭제',
    ]);
    fireEvent.click(screen.getByRole('menuitem', { name: '삭제' }));
    const question = await screen.findByRole('alertdialog');
    answerWith(question, '삭제');
    await within(question).findByText('삭제 사유를 입력해 주세요.');
    const reason = within(question).getByRole('textbox', { name: /삭제 사유/ });
    fireEvent.input(reason, { target: { value: '광고 글' } });
    answerWith(question, '삭제');
    await toasted('게시글이 삭제되었습니다.');
    expect(server.reasons).toEqual(['광고 글']);
  });

  it('keeps a like after a reload until it is withdrawn [REACT-01]', async () => {
    serve(['USER', 'STUDENT'], false);
    await load();
    await press(/^좋아요 ?0$/);
    await button(/^좋아요 ?1$/);
    await load();
    expect(await pressed(/^좋아요 ?1$/)).toBe('true');
    await press(/^좋아요 ?1$/);
    await button(/^좋아요 ?0$/);
    await load();
    expect(await pressed(/^좋아요 ?0$/)).toBe('false');
  });

  it('keeps a scrap after a reload until it is taken back, each with a toast [REACT-04]', async () => {
    serve(['USER', 'STUDENT'], false);
    await load();
    await press('스크랩');
    await toasted('스크랩했습니다.');
    await load();
    expect(await pressed('스크랩')).toBe('true');
    await press('스크랩');
    await toasted('스크랩을 취소했습니다.');
    await load();
    expect(await pressed('스크랩')).toBe('false');
  });

  it('lets the asker accept an answer, which stays marked [POST-09]', async () => {
    serve(['USER', 'STUDENT'], true);
    await load();
    await press(/ 채택$/);
    await toasted('답변을 채택했습니다.');
    await load();
    const marked = (await screen.findByText('채택된 답변')).closest('article');
    expect(marked?.textContent).toContain('이렇게 해 보세요');
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

  it('marks an answered question, below the star of the board [POST-09, BOARD-06]', async () => {
    fakeMedia();
    const posts = [{ ...post, boardType: 'QNA', answered: true }];
    fakeApi({
      'GET /api/member/me': { body: { meDto: { id: 1, roles: ['STUDENT'], favoriteBoards: [] } } },
      'GET /api/post': {
        body: {
          pageResponse: { posts, currentPage: 0, totalPages: 1, totalCount: 1 },
          isMarked: false,
        },
      },
    });
    const at = '/main/community/qna';
    await renderPage(BoardPage, { path: PATHS.board, at, validateSearch: boardSearch });
    const row = (await screen.findByRole('link', { name: /^선형대수학 팝니다/ })).closest('li');
    expect(row?.textContent).toContain('답변 완료');
    expect(screen.getByRole('button', { name: '즐겨찾기에 추가' })).toBeDefined();
  });
});
