import type { LecturePost, LecturePostItem } from '@naru/contract/lecture-posts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PATHS } from '../../lib/paths.ts';
import { lectureSearch, pageSearch } from '../../lib/search-parameters.ts';
import { writeTokens } from '../../lib/session/tokens.ts';
import { lectureFixture, lectureTagFixture } from '../../testing/lectures.ts';
import { postItemFixture } from '../../testing/posts.ts';
import { AskHost } from '../../ui/ask-host.tsx';
import { LecturePostPage } from './lecture-post-page.tsx';
import { LectureRoomPage } from './lecture-room-page.tsx';
import { WaitingQuestionsPage } from './waiting-questions-page.tsx';

const DETAIL = 'GET /api/lecture-room/3';
const LIST = 'GET /api/lecture-room/posts';
const POST = 'GET /api/post/3/9';
const WAITING = 'GET /api/lecture-room/waiting';
const MARK = 'POST /api/lecture-room/mark';

const ROOM = lectureFixture(3, '기계학습', [{ dow: 'MONDAY', startTime: 9, endTime: 11 }], {
  isMarked: false,
});
const DAY = 24 * 60 * 60 * 1000;

function question(id: number, title: string, other: Partial<LecturePostItem> = {}) {
  const item: LecturePostItem = {
    id,
    title,
    lecturePostType: 'SECRET',
    boardType: 'LECTURE_Q',
    anonymous: true,
    writerId: null,
    writerNickname: '익명',
    writerProfileThumbnails: null,
    writerRoles: [],
    createdDate: new Date(Date.now() - 3 * DAY - 1000).toISOString(),
    updatedDate: null,
    viewCount: 4,
    likeCount: 0,
    commentCount: 2,
    attachmentCount: 0,
    answered: false,
    answerDate: null,
    isAuthor: false,
    lectureRoomId: 3,
    lectureTitle: '기계학습',
    ...other,
  };
  return item;
}

function detail(other: Partial<LecturePost> = {}): LecturePost {
  return {
    ...question(9, '역전파 질문'),
    content: '<p>어떻게 미분하나요?</p>',
    imageUrls: null,
    pictures: [],
    answer: null,
    answerUpdatedDate: null,
    answerWriter: null,
    isLike: false,
    isScrapped: false,
    canAnswer: false,
    attachments: [],
    ...other,
  };
}

type Answer = { status?: number; body: unknown };

let answers: Record<string, (url: URL) => Answer>;
let calls: string[];

const pageOf = (posts: unknown[]) => ({
  body: { posts, data: posts, currentPage: 0, totalPages: 1, totalCount: posts.length },
});
const refusal = (status: number, error: string, message: string) => ({
  status,
  body: { error, message, requestId: 'x' },
});

beforeEach(() => {
  calls = [];
  answers = {
    'GET /api/member/me': () => ({ body: { meDto: { id: 1, roles: ['STUDENT'] } } }),
    [DETAIL]: () => ({ body: { data: ROOM } }),
    [LIST]: () =>
      pageOf([question(9, '역전파 질문'), question(8, '교재 질문', { answered: true })]),
    'GET /api/lecture-room/3/stats': () => ({
      body: {
        weekly: { questions: 2, reviews: 0, materials: 1, notices: 0, comments: 5 },
        quotes: ['천천히 가도 괜찮습니다.'],
      },
    }),
    'POST /api/lecture-room/3/seen': () => ({ body: { message: '', unreadCount: 0 } }),
    [POST]: () => ({ body: detail() }),
    'GET /api/post/lecture/9/comments': () => ({
      body: { comments: [], commentCount: 0, currentPage: 0, totalPages: 1 },
    }),
  };
  writeTokens({
    accessToken: `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.s`,
    refreshToken: `r.${Math.floor(Date.now() / 1000) + 600}`,
  });
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const url = new URL(path, 'http://naru.test');
    const call = `${init.method} ${url.pathname}`;
    calls.push(`${call}${url.search}`);
    const { status = 200, body } = answers[call]?.(url) ?? { status: 404, body: {} };
    return new Response(JSON.stringify(body), { status });
  });
});

function show(path: string) {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <AskHost />
      </>
    ),
  });
  const getParentRoute = () => root;
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute, path: PATHS.study }),
      createRoute({
        getParentRoute,
        path: PATHS.studyWaiting,
        validateSearch: pageSearch,
        component: WaitingQuestionsPage,
      }),
      createRoute({
        getParentRoute,
        path: PATHS.lecture,
        validateSearch: lectureSearch,
        component: LectureRoomPage,
      }),
      createRoute({ getParentRoute, path: PATHS.lectureWrite, validateSearch: lectureSearch }),
      createRoute({
        getParentRoute,
        path: PATHS.lecturePost,
        validateSearch: lectureSearch,
        component: LecturePostPage,
      }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      {/* `never`: the registered router type is the app's. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

describe('LectureRoomPage', () => {
  it('shows header, questions with state and age, and week counts, and marks the room as seen', async () => {
    show('/main/study-dashboard/3');
    expect(await screen.findByRole('heading', { name: '기계학습' })).toBeTruthy();
    const list = await screen.findByRole('list', { name: '질문 글 목록' });
    const [waiting, answered] = within(list).getAllByRole('listitem');
    expect(waiting?.textContent).toContain('답변 대기');
    expect(waiting?.textContent).toContain('3일째 대기');
    expect(waiting?.textContent).toContain('익명');
    expect(answered?.textContent).toContain('답변 완료');
    expect(await screen.findByText('천천히 가도 괜찮습니다.')).toBeTruthy();
    await waitFor(() => expect(calls).toContain('POST /api/lecture-room/3/seen'));
  });

  it('keeps tab and filter in the URL', async () => {
    const router = show('/main/study-dashboard/3');
    fireEvent.click(await screen.findByRole('radio', { name: '답변 대기' }));
    await waitFor(() => expect(router.state.location.searchStr).toContain('filter=waiting'));
    fireEvent.mouseDown(screen.getByRole('tab', { name: '자료실' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe('?tab=materials'));
    await waitFor(() => expect(calls.some((call) => call.includes('type=LECTURE_REF'))).toBe(true));
    expect(screen.queryByRole('radio', { name: '답변 대기' })).toBeNull();
  });

  it('shows posts of the review board about the lecture below its reviews [BOARD-34]', async () => {
    answers[LIST] = () => pageOf([]);
    const post = postItemFixture({
      id: 21,
      title: '한 학기 후기',
      boardType: 'REVIEW',
      lectureTag: lectureTagFixture(3, '기계학습'),
    });
    answers['GET /api/post'] = () => ({
      body: {
        pageResponse: { posts: [post], currentPage: 0, totalPages: 1, totalCount: 1 },
        isMarked: false,
      },
    });
    show('/main/study-dashboard/3?tab=reviews');
    const section = await screen.findByRole('region', {
      name: '후기 게시판에서 이 강의를 다룬 글',
    });
    const link = within(section).getByRole('link', { name: '한 학기 후기' });
    expect(link.getAttribute('href')).toBe('/main/community/review/post/21');
    // The lecture is in the heading of the page.
    expect(within(section).queryByRole('link', { name: /기계학습/ })).toBeNull();
    expect(calls.find((call) => call.startsWith('GET /api/post?'))).toContain('lectureTagId=3');
  });

  it('says that the posts of the review board cannot be loaded', async () => {
    answers['GET /api/post'] = () => refusal(503, 'UNAVAILABLE', '점검 중입니다.');
    show('/main/study-dashboard/3?tab=reviews');
    expect(await screen.findByText('후기 게시판의 글을 불러오지 못했습니다.')).toBeTruthy();
    expect(screen.getByText('점검 중입니다.')).toBeTruthy();
  });

  it('offers writing by role: notices only to the host and staff', async () => {
    show('/main/study-dashboard/3');
    expect((await screen.findAllByRole('link', { name: '글쓰기' })).length).toBe(1);
    fireEvent.mouseDown(screen.getByRole('tab', { name: '공지사항' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: '글쓰기' })).toBeNull());
  });

  it('links members who may answer to the waiting questions', async () => {
    answers['GET /api/member/me'] = () => ({ body: { meDto: { id: 7, roles: ['PROFESSOR'] } } });
    answers[DETAIL] = () => ({ body: { data: { ...ROOM, canManage: true } } });
    answers[WAITING] = () => pageOf([question(9, '역전파 질문')]);
    show('/main/study-dashboard/3');
    const link = await screen.findByRole('link', { name: /내 강의실 대기 질문\s*1개/ });
    expect(link.getAttribute('href')).toBe('/main/study-dashboard/waiting');
  });

  it('shows new posts of others within 20 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      show('/main/study-dashboard/3');
      await screen.findByRole('list', { name: '질문 글 목록' });
      answers[LIST] = () => pageOf([question(10, '방금 올린 질문')]);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await screen.findByText('방금 올린 질문')).toBeTruthy();
      expect(calls.filter((call) => call.endsWith('/3/stats')).length).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows an empty tab', async () => {
    answers[LIST] = () => pageOf([]);
    show('/main/study-dashboard/3');
    expect(await screen.findByText('게시글이 없습니다.')).toBeTruthy();
  });

  it('shows that the room failed to load', async () => {
    answers[DETAIL] = () =>
      refusal(404, 'LECTURE_NOT_FOUND', '강의를 찾을 수 없습니다. 시간표를 새로 고쳐 주세요.');
    show('/main/study-dashboard/3');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('강의 정보를 불러올 수 없습니다.');
    expect(alert.textContent).toContain('강의를 찾을 수 없습니다. 시간표를 새로 고쳐 주세요.');
  });

  it('offers to replace lectures that overlap', async () => {
    answers[MARK] = (url) =>
      url.searchParams.has('replace')
        ? { body: { message: '', isMarked: true, markedCount: 2, removed: [] } }
        : {
            status: 409,
            body: {
              ...refusal(409, 'LECTURE_OVERLAP', '강의 시간이 중복됩니다.').body,
              conflicts: [{ id: 5, title: '운영체제' }],
            },
          };
    show('/main/study-dashboard/3');
    const star = await screen.findByRole('button', { name: '시간표에 추가' });
    expect([star.textContent, star.getAttribute('aria-pressed')]).toEqual([
      '시간표에 추가',
      'false',
    ]);
    fireEvent.click(star);
    const dialog = await screen.findByRole('alertdialog', { name: '강의 시간이 중복됩니다.' });
    expect(dialog.textContent).toContain('운영체제');
    fireEvent.click(within(dialog).getByRole('button', { name: '바꾸기' }));
    await waitFor(() => expect(calls.some((call) => call.includes('replace=true'))).toBe(true));
  });
});

describe('a members-only room', () => {
  it('asks for the entry code, again with what was typed when it is wrong, and enters with it [LECT-76, LECT-165]', async () => {
    const closed = { isMarked: false, membersOnly: true, canRead: false };
    answers[DETAIL] = () => ({ body: { data: lectureFixture(3, '기계학습', [], closed) } });
    answers[MARK] = (url) => {
      const code = url.searchParams.get('code');
      if (code === '등대-2026')
        return { body: { message: '', isMarked: true, markedCount: 1, removed: [] } };
      return refusal(403, 'LECTURE_CODE_WRONG', '입장 코드가 맞지 않습니다.');
    };
    show('/main/study-dashboard/3');
    fireEvent.click(await screen.findByRole('button', { name: '시간표에 추가' }));
    const type = async (code: string) => {
      const dialog = within(await screen.findByRole('dialog', { name: '입장 코드' }));
      fireEvent.input(dialog.getByRole('textbox', { name: /입장 코드/ }), {
        target: { value: code },
      });
      fireEvent.click(dialog.getByRole('button', { name: '들어가기' }));
    };
    await type('등대-2025');
    await screen.findByText('입장 코드가 맞지 않습니다.');
    const refused = screen.getByRole('textbox', { name: /입장 코드/ }) as HTMLInputElement;
    expect(refused.value).toBe('등대-2025');
    await type('등대-2026');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = calls.filter((call) => call.startsWith(MARK));
    expect(sent.map((call) => new URL(call.slice(5), 'http://x').searchParams.get('code'))).toEqual(
      ['등대-2025', '등대-2026'],
    );
  });
});

describe('LecturePostPage', () => {
  it('offers to block the author of an anonymous question there [ANON-17]', async () => {
    show('/main/study-dashboard/3/9');
    fireEvent.click(await screen.findByRole('button', { name: '게시글 메뉴' }));
    expect(await screen.findByRole('menuitem', { name: '차단' })).toBeTruthy();
  });

  it('shows an anonymous question without a link to its author [ANON-16]', async () => {
    show('/main/study-dashboard/3/9');
    expect(await screen.findByRole('heading', { name: '역전파 질문' })).toBeTruthy();
    expect(screen.getByText('어떻게 미분하나요?')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /익명/ })).toBeNull();
    const answer = screen.getByRole('region', { name: '답변' });
    expect(answer.textContent).toContain('답변을 기다리고 있습니다.');
    expect(screen.queryByRole('button', { name: '답변 쓰기' })).toBeNull();
    await waitFor(() =>
      expect(calls.some((call) => call.startsWith('GET /api/post/lecture/9/comments'))).toBe(true),
    );
  });

  it('shows the answer with its author and lets the professor edit it', async () => {
    answers[POST] = () => ({
      body: detail({
        answered: true,
        answer: '<p>연쇄 법칙을 쓰세요.</p>',
        answerDate: '2026-11-20T12:00:00+09:00',
        answerWriter: {
          id: 7,
          nickname: '한바다',
          profileThumbnails: null,
          roles: ['PROFESSOR'],
        },
        canAnswer: true,
      }),
    });
    show('/main/study-dashboard/3/9');
    const answer = await screen.findByRole('region', { name: '답변' });
    expect(within(answer).queryByText('강의실 교수')).toBeNull();
    expect(answer.textContent).toContain('연쇄 법칙을 쓰세요.');
    expect(within(answer).getByRole('button', { name: '한바다 프로필 보기' })).toBeTruthy();
    expect(within(answer).getByRole('button', { name: '답변 수정' })).toBeTruthy();
    expect(within(answer).getByRole('button', { name: '답변 삭제' })).toBeTruthy();
  });

  it('marks the professor of the room below an answer', async () => {
    answers[DETAIL] = () => ({
      body: { data: { ...ROOM, professorId: 7, professorName: '한바다' } },
    });
    const answerWriter = { id: 7, nickname: '등대', profileThumbnails: null, roles: ['PROFESSOR'] };
    const answer = { answer: '<p>네.</p>', answerDate: '2026-11-20T12:00:00+09:00', answerWriter };
    answers[POST] = () => ({ body: detail({ answered: true, ...answer }) });
    show('/main/study-dashboard/3/9');
    const card = await screen.findByRole('region', { name: '답변' });
    expect(await within(card).findByText('강의실 교수')).toBeTruthy();
  });

  it.each([
    [true, ['링크 복사', '신고', '삭제']],
    [false, ['링크 복사', '신고']],
  ])(
    'offers to delete another post to the professor of the room: %s [ROOM-67]',
    async (isOwner, entries) => {
      answers[DETAIL] = () => ({ body: { data: lectureFixture(3, '기계학습', [], { isOwner }) } });
      answers[POST] = () => ({ body: detail({ anonymous: false }) });
      show('/main/study-dashboard/3/9');
      await screen.findByRole('heading', { name: '역전파 질문' });
      await waitFor(() => expect(calls).toContain(DETAIL));
      fireEvent.keyDown(screen.getByRole('button', { name: '게시글 메뉴' }), { key: 'ArrowDown' });
      await waitFor(() =>
        expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(
          entries,
        ),
      );
    },
  );

  it('lists files with sizes', async () => {
    const file = {
      key: 'k',
      name: '3주차 강의자료.hwp',
      bytes: 2_097_152,
      contentType: '',
      url: '/files/attachments/t',
    };
    answers[POST] = () => ({
      body: detail({ boardType: 'LECTURE_REF', anonymous: false, attachments: [file] }),
    });
    show('/main/study-dashboard/3/9');
    const button = await screen.findByRole('button', { name: /3주차 강의자료\.hwp.*2MB/ });
    expect(button).toBeTruthy();
    expect(screen.queryByRole('region', { name: '답변' })).toBeNull();
  });

  it('shows that the post does not exist', async () => {
    answers[POST] = () => refusal(404, 'POST_NOT_FOUND', '게시글을 찾을 수 없습니다.');
    show('/main/study-dashboard/3/9');
    expect(await screen.findByRole('heading', { name: '게시글을 찾을 수 없습니다.' })).toBeTruthy();
  });
});

describe('WaitingQuestionsPage', () => {
  beforeEach(() => {
    answers['GET /api/member/me'] = () => ({ body: { meDto: { id: 7, roles: ['PROFESSOR'] } } });
  });

  it('lists questions with room and age', async () => {
    answers[WAITING] = () => pageOf([{ ...question(9, '역전파 질문'), waitingDays: 3 }]);
    show('/main/study-dashboard/waiting');
    const row = await screen.findByRole('listitem');
    expect(row.textContent).toContain('기계학습');
    expect(row.textContent).toContain('3일째 대기');
    expect(within(row).getByRole('link').getAttribute('href')).toContain(
      '/main/study-dashboard/3/9',
    );
  });

  it('shows an empty state', async () => {
    answers[WAITING] = () => pageOf([]);
    show('/main/study-dashboard/waiting');
    expect(await screen.findByText('답변을 기다리는 질문이 없습니다.')).toBeTruthy();
  });

  it('shows that loading failed', async () => {
    answers[WAITING] = () => refusal(503, 'UNAVAILABLE', '잠시 사용할 수 없습니다.');
    show('/main/study-dashboard/waiting');
    expect((await screen.findByRole('alert')).textContent).toContain('불러오지 못했습니다.');
  });

  it.each(['STUDENT', 'STUDENT_COUNCIL'])('is forbidden to a %s', async (role) => {
    answers['GET /api/member/me'] = () => ({ body: { meDto: { id: 1, roles: [role] } } });
    show('/main/study-dashboard/waiting');
    expect(await screen.findByRole('link', { name: '시간표로 가기' })).toBeTruthy();
    expect(calls.some((call) => call.startsWith(WAITING))).toBe(false);
  });
});
