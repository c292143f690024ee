import { LIMITS } from '@naru/contract/limits';
import { TOTAL_HEADER } from '@naru/contract/route';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { postItemFixture } from '../testing/posts.ts';
import { renderApp } from '../testing/whole-app.tsx';

type Answers = NonNullable<Parameters<typeof renderApp>[2]>;
type Query = { query: URLSearchParams };

const PAGES = 3;
const flat = (query: URLSearchParams) => ({
  currentPage: Number(query.get('page')),
  totalPages: PAGES,
  totalElements: 15,
  totalCount: 15,
});

/** A call whose response has no rows on each of its three pages. */
const paged = (call: string, rows: string): Answers => ({
  [call]: ({ query }: Query) => ({ body: { [rows]: [], ...flat(query) } }),
});
/** A call whose response is the bare rows; the header says how many there are. */
const pagedByHeader = (call: string): Answers => ({
  [call]: { body: [], headers: { [TOTAL_HEADER]: String(PAGES * LIMITS.todayPageSize) } },
});
const pagedIn = (call: string, rows: string, more: object = {}): Answers => ({
  [call]: ({ query }: Query) => ({
    body: { [rows]: [], ...more, page: { size: 5, ...flat(query) } },
  }),
});

const TODAY_POSTS = pagedByHeader('GET /api/admin/today-posts');
const TODAY_COMMENTS = pagedByHeader('GET /api/admin/today-comments');

/** Lists with pages: where they are, the name of their pages, and what they load. */
const PAGED: [list: string, at: string, pages: string, answers: Answers][] = [
  ['own comments', '/mypage/activity', '작성한 댓글', paged('GET /api/post/my-comments', 'posts')],
  ['own posts', '/mypage/activity', '작성한 글', paged('GET /api/post/my-posts', 'posts')],
  ['own items', '/mypage/activity', '나의 판매', paged('GET /api/post/my-sales', 'posts')],
  ['liked posts', '/mypage/activity', '좋아요한 글', paged('GET /api/post/like', 'likes')],
  ['scraps', '/mypage/activity', '스크랩한 글', paged('GET /api/post/scraps', 'scraps')],
  [
    'what staff did',
    '/mypage/handled',
    '운영진이 조치한 글',
    pagedIn('GET /api/member/my-handled', 'items'),
  ],
  ['own inquiries', '/support', '문의 내역', pagedIn('GET /api/inquiries/my', 'inquiryDtoList')],
  ['reports', '/admin?menu=REPORTS', '신고', pagedIn('GET /api/admin/reports', 'reports')],
  ['removed posts', '/admin?menu=REMOVED', '삭제된 글', pagedIn('GET /api/admin/removed', 'items')],
  ['reveals', '/admin?menu=REVEAL', '작성자 확인', pagedIn('GET /api/admin/reveals', 'reveals')],
  ['audit log', '/admin?menu=AUDIT', '감사 기록', pagedIn('GET /api/admin/audit', 'entries')],
  ['roster', '/admin?menu=ROSTER', '명부의 사람', pagedIn('GET /api/admin/roster', 'entries')],
  ['e-mails', '/admin?menu=EMAILS', '이메일', pagedIn('GET /api/admin/emails', 'emails')],
  ["today's posts", '/admin?menu=POSTS', '오늘의 게시글', TODAY_POSTS],
  ["today's comments", '/admin?menu=POSTS', '오늘의 댓글', TODAY_COMMENTS],
  [
    'inquiries of all',
    '/admin?menu=INQUIRY',
    '문의',
    pagedIn('GET /api/inquiries', 'inquiryDtoList', { counts: { processing: 1, completed: 2 } }),
  ],
];

const POST = {
  ...{ ...postItemFixture(), content: '<p>글</p>', targetUrl: null, updatedDate: null },
  ...{ image_urls: null, attachments: [], isLike: false, isScrapped: false, isAuthor: false },
  ...{ writerProfileThumbnails: null, writerRoles: ['STUDENT'], pinnedUntil: null },
  ...{ acceptedCommentId: null, anonymous: false },
};

/** Filters and tabs: what is chosen in which group. */
const CHOSEN: [list: string, at: string, choice: string | RegExp, answers: Answers][] = [
  ['reports', '/admin?menu=REPORTS', '완료한 신고', pagedIn('GET /api/admin/reports', 'reports')],
  ['removed posts', '/admin?menu=REMOVED', '댓글', pagedIn('GET /api/admin/removed', 'items')],
  ['figures', '/admin?menu=STATUS', '주별', {}],
  [
    'comments',
    '/main/community/free/post/5',
    '최신순',
    { 'GET /api/post/5': { body: { dto: POST } } },
  ],
  [
    'inquiries of all',
    '/admin?menu=INQUIRY',
    /^완료/,
    pagedIn('GET /api/inquiries', 'inquiryDtoList', { counts: { processing: 1, completed: 2 } }),
  ],
];

const address = () => window.location.pathname + window.location.search;

/** Leaves the list, comes back, and reloads it: `isThere` must hold each time, and no address may change. */
async function comeBack(
  at: string,
  answers: Answers,
  move: () => Promise<void>,
  isThere: () => void,
) {
  const { router } = await renderApp(at, 'ADMIN', answers);
  await move();
  await waitFor(() => expect(address()).not.toBe(at));
  await waitFor(isThere);
  const place = address();
  await act(() => router.navigate({ to: '/terms' }));
  await waitFor(() => expect(address()).toBe('/terms'));
  let loads = 0;
  router.subscribe('onBeforeLoad', () => {
    loads += 1;
  });
  act(() => router.history.back());
  await waitFor(() => expect(address()).toBe(place));
  await waitFor(isThere);
  // A second one would take the scroll position.
  expect(loads).toBe(1);
  cleanup();
  await renderApp(place, 'ADMIN', answers);
  await waitFor(isThere);
  expect(address()).toBe(place);
}

describe('Back, a reload and a shared link lead to', () => {
  it.each(PAGED)('the page of %s [UI-343]', async (_list, at, pages, answers) => {
    const turner = () =>
      screen.getByRole('navigation', {
        name: (name) => name.startsWith(`${pages} 페이지`),
      });
    await comeBack(
      at,
      answers,
      async () => {
        await waitFor(turner);
        fireEvent.click(within(turner()).getByRole('button', { name: '2페이지' }));
      },
      () => {
        const two = within(turner()).getByRole('button', { name: '2페이지' });
        expect(two.getAttribute('aria-current')).toBe('page');
      },
    );
  });

  it.each(CHOSEN)('the filter of %s [UI-343]', async (_list, at, choice, answers) => {
    const find = () => screen.getByRole<HTMLInputElement>('radio', { name: choice });
    await comeBack(
      at,
      answers,
      async () => {
        await waitFor(find);
        fireEvent.click(find());
      },
      () => expect(find().checked).toBe(true),
    );
  });

  it.each(['학교', '후기'])('the tab %s of the main page [UI-343]', async (name) => {
    const find = () => screen.getByRole('tab', { name });
    await comeBack(
      '/main',
      { 'POST /api/post/summary-multi': { body: { Posts: [], boards: {} } } },
      async () => {
        await waitFor(find);
        fireEvent.click(find());
      },
      () => expect(find().getAttribute('aria-selected')).toBe('true'),
    );
  });
});

describe('a turned page', () => {
  it.each([
    ['the section of the history state', '', 'posts'],
    ['the section of the hash, which stays', '#posts', undefined],
  ])('does not scroll again to %s [UI-343, UI-87]', async (_way, hash, focusSection) => {
    const scrolled: string[] = [];
    Element.prototype.scrollIntoView = function scroll() {
      scrolled.push(this.id);
    };
    const lists: Answers = Object.fromEntries(
      PAGED.filter(([, at]) => at === '/mypage/activity').flatMap(([, , , rows]) =>
        Object.entries(rows),
      ),
    );
    const { router } = await renderApp('/terms', 'STUDENT', lists);
    await act(() =>
      router.navigate({ to: '/mypage/activity', hash: hash.slice(1), state: { focusSection } }),
    );
    await waitFor(() => expect(document.activeElement?.id).toBe('posts-title'));
    const before = scrolled.length;
    const turner = screen.getByRole('navigation', { name: /^작성한 댓글 페이지/ });
    const two = within(turner).getByRole('button', { name: '2페이지' });
    two.focus();
    fireEvent.click(two);
    await waitFor(() => expect(address()).toBe('/mypage/activity?comments=2'));
    await waitFor(() =>
      expect(within(turner).getByRole('button', { name: '2페이지' }).ariaCurrent).toBe('page'),
    );
    expect(window.location.hash).toBe(hash);
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(scrolled).toHaveLength(before);
    expect(document.activeElement?.id).not.toBe('posts-title');
  });
});

it('the menu of the day leaves the tabs of the main page as they are [UI-343]', async () => {
  const { router } = await renderApp('/main?notices=NOTICE_UNIV', 'STUDENT', {});
  await screen.findByRole('tab', { name: '학교' });
  act(() => void router.navigate({ to: '/main', search: true, hash: 'menu' }));
  await waitFor(() => expect(window.location.hash).toBe('#menu'));
  expect(address()).toBe('/main?notices=NOTICE_UNIV');
});
