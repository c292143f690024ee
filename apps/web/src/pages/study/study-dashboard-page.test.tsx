import type { MarkedLecture } from '@naru/contract/lectures';
import type { PrivateEntry } from '@naru/contract/private-entries';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PATHS } from '../../lib/paths.ts';
import { studySearch } from '../../lib/search-parameters.ts';
import { writeTokens } from '../../lib/session/tokens.ts';
import { JOB, LEARNING, lectureFixture, SYSTEMS, VISION, WEEKEND } from '../../testing/lectures.ts';
import { AskHost } from '../../ui/ask-host.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { CatalogPage } from './catalog-page.tsx';
import { StudyDashboardPage } from './study-dashboard-page.tsx';

const MARKS = 'GET /api/lecture-room/mark';
const ENTRIES = 'GET /api/timetable/entries';
const ADD = 'POST /api/timetable/entries';
const LIST = 'GET /api/lecture-room/list';
const MARK = 'POST /api/lecture-room/mark';
const UNMARK = 'DELETE /api/lecture-room/mark';
const CREATE = 'POST /api/lecture-room';
const REMOVE = '기계학습 시간표에서 빼기';
const WAITING = 'GET /api/lecture-room/waiting';

type Answer = { status?: number; body: unknown };

const catalog = (...data: MarkedLecture[]): Answer => ({
  body: { data, totalCount: data.length },
});

let answers: Record<string, (url: URL, body: unknown) => Answer>;
let calls: string[];
let marks: MarkedLecture[];
let entries: PrivateEntry[];

beforeEach(() => {
  calls = [];
  marks = [LEARNING, SYSTEMS];
  entries = [];
  answers = {
    'GET /api/member/me': () => ({ body: { meDto: { id: 1, roles: ['STUDENT'] } } }),
    'GET /api/config': () => ({ body: { siteName: '나루', color: '' } }),
    'GET /api/lecture-room/terms': () => ({
      body: {
        current: { year: 2026, semester: 2, from: '2026-09-07', to: '2026-12-27' },
        terms: [
          { year: 2026, semester: 2, name: '2026년 2학기' },
          { year: 2026, semester: 1, name: '2026년 1학기' },
        ],
      },
    }),
    [MARKS]: (url) => ({
      body: { markedLecture: url.searchParams.get('semester') === '2' ? marks : [] },
    }),
    [ENTRIES]: () => ({ body: { entries } }),
    'GET /api/timetable/plans': () => ({ body: { plans: [] } }),
    [LIST]: () => catalog(LEARNING, VISION, WEEKEND),
    [MARK]: () => ({ body: { message: '', isMarked: true, markedCount: 2, removed: [] } }),
    [UNMARK]: () => ({ body: { message: '', isMarked: false, markedCount: 0 } }),
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
    const { status = 200, body } = answers[call]?.(url, JSON.parse(String(init.body ?? null))) ?? {
      status: 404,
      body: {},
    };
    return new Response(JSON.stringify(body), { status });
  });
});

function show(path: string = PATHS.study) {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <AskHost />
        <Toaster />
      </>
    ),
  });
  const study = createRoute({
    getParentRoute: () => root,
    path: PATHS.study,
    validateSearch: studySearch,
    component: StudyDashboardPage,
  });
  const catalog = createRoute({
    getParentRoute: () => study,
    path: 'catalog',
    component: CatalogPage,
  });
  const lecture = createRoute({ getParentRoute: () => root, path: PATHS.lecture });
  const waiting = createRoute({ getParentRoute: () => root, path: PATHS.studyWaiting });
  const friends = createRoute({ getParentRoute: () => root, path: PATHS.studyFriends });
  const reviews = [PATHS.myReviews, PATHS.courseReviews].map((one) =>
    createRoute({ getParentRoute: () => root, path: one }),
  );
  const router = createRouter({
    routeTree: root.addChildren([
      study.addChildren([catalog]),
      ...[lecture, waiting, friends, ...reviews],
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

const table = () => screen.findByRole('table', { name: '2026년 2학기 시간표' });
const blocks = (title: string) =>
  within(screen.getByRole('table')).queryAllByRole('link', { name: new RegExp(title) });
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const removeByX = () =>
  fireEvent.click(screen.getAllByRole('button', { name: REMOVE })[0] as Element);
const sent = (call: string) => calls.filter((made) => made.startsWith(call));

describe('timetable', () => {
  it('is a table with day and period headers whose lectures link to their rooms', async () => {
    show();
    const days = within(await table()).getAllByRole('columnheader');
    expect(days.map((day) => day.querySelector('.sr-only')?.textContent)).toEqual([
      '월요일',
      '화요일',
      '수요일',
      '목요일',
      '금요일',
    ]);
    const hours = screen.getAllByRole('rowheader').map((hour) => hour.textContent);
    expect([hours.length, hours[0], hours[9]]).toEqual([10, '1교시09:00', '10교시18:00']);
    const [block] = blocks('기계학습');
    expect(block?.getAttribute('href')).toBe('/main/study-dashboard/1');
    expect(block?.textContent).toContain('공1-305');
    expect(block?.textContent).toContain('윤슬');
    expect(block?.closest('td')?.rowSpan).toBe(2);
  });

  it('shows what a professor teaches, without credits and not to be removed [TIME-67]', async () => {
    marks = [
      LEARNING,
      lectureFixture(9, '신호처리', [{ dow: 'FRIDAY', startTime: 9, endTime: 12 }], {
        isMarked: false,
        isOwner: true,
      }),
    ];
    show();
    await table();
    expect(blocks('신호처리')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: '신호처리 시간표에서 빼기' })).toBeNull();
    expect(screen.getByText('강의 1개')).toBeDefined();
  });

  it('shows its panels at once, when all of them are known [UI-285]', async () => {
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const fetchNow = globalThis.fetch;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (path.includes('/api/member/me')) await arrival;
      return fetchNow(path, init);
    });
    show();
    await table();
    expect(screen.queryByRole('button', { name: '개인 일정 추가' })).toBeNull();
    arrive();
    await screen.findByRole('button', { name: '개인 일정 추가' });
    expect(screen.getByRole('button', { name: '계획 만들기' })).toBeDefined();
    expect(screen.getByRole('button', { name: '강의실 만들기' })).toBeDefined();
    expect(screen.getByRole('region', { name: '내 강의실' })).toBeDefined();
  });

  it('shows no next lecture during the vacation', async () => {
    vi.useFakeTimers({ now: Date.parse('2027-01-11T08:30:00+09:00'), toFake: ['Date'] });
    try {
      show();
      await table();
      expect(screen.getByText('이번 학기 강의가 모두 끝났습니다.')).toBeTruthy();
      expect(screen.queryByText(/다음 강의|수업 중/)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows the credits and the unread count of each room', async () => {
    show();
    await table();
    expect(screen.getByText('신청 학점').nextSibling?.textContent).toBe('6학점');
    const rooms = screen.getByRole('region', { name: '내 강의실' });
    expect(within(rooms).getByRole('link', { name: /운영체제/ }).textContent).toContain(
      '읽지 않은 글 3개',
    );
  });

  it('adds Saturday and early hours only for a lecture held then', async () => {
    marks = [WEEKEND];
    show();
    const days = within(await table()).getAllByRole('columnheader');
    expect(days.at(-1)?.querySelector('.sr-only')?.textContent).toBe('토요일');
    expect(screen.getAllByRole('rowheader')[0]?.textContent).toBe('07:00');
  });

  it('shows that loading failed and retries', async () => {
    const works = answers[MARKS];
    answers[MARKS] = () => ({ status: 500, body: {} });
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('불러오지 못했습니다.');
    if (works) answers[MARKS] = works;
    click('다시 시도');
    await table();
  });

  it('shows the selected semester and keeps it in the URL', async () => {
    const router = show();
    await table();
    fireEvent.change(screen.getByLabelText('학기'), { target: { value: '2026-1' } });
    await screen.findByRole('table', { name: '2026년 1학기 시간표' });
    expect(router.state.location.search).toEqual({ term: '2026-1' });
    expect(sent(`${MARKS}?year=2026&semester=1`)).toHaveLength(1);
  });

  it('removes a lecture and puts it back by the message [TIME-06]', async () => {
    show();
    await table();
    marks = [SYSTEMS];
    removeByX();
    await waitFor(() => expect(blocks('기계학습')).toEqual([]));
    expect(sent(UNMARK)).toEqual([`${UNMARK}?lectureRoomId=1`]);
    await screen.findByText('시간표에서 뺐습니다.');
    answers[MARK] = () => {
      marks = [SYSTEMS, LEARNING];
      return { body: { message: '', isMarked: true, markedCount: 2, removed: [] } };
    };
    click('되돌리기');
    await waitFor(() => expect(blocks('기계학습')).not.toEqual([]));
    expect(sent(MARK)).toEqual([`${MARK}?lectureRoomId=1`]);
  });

  it('asks before a lecture is removed that needs its entry code again [TIME-06]', async () => {
    marks = [SYSTEMS, { ...LEARNING, membersOnly: true }];
    show();
    await table();
    removeByX();
    fireEvent.click(await screen.findByRole('button', { name: '취소' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent(UNMARK)).toEqual([]);
    removeByX();
    marks = [SYSTEMS];
    fireEvent.click(await screen.findByRole('button', { name: '빼기' }));
    await waitFor(() => expect(blocks('기계학습')).toEqual([]));
  });
});

describe('rooms of a professor', () => {
  const signIn = (role: string) => {
    answers['GET /api/member/me'] = () => ({ body: { meDto: { id: 7, roles: [role] } } });
    answers[WAITING] = () => ({
      body: { posts: [], currentPage: 0, totalPages: 3, totalCount: 41 },
    });
  };
  const card = () => screen.findByRole('region', { name: '내가 맡은 강의실' });

  it('are listed with a link to the waiting questions', async () => {
    signIn('PROFESSOR');
    marks = [];
    answers[LIST] = (url) => catalog(...(url.searchParams.get('mine') === 'true' ? [VISION] : []));
    show();
    const room = await within(await card()).findByRole('link', { name: /컴퓨터비전/ });
    expect(room.getAttribute('href')).toBe('/main/study-dashboard/3');
    const waiting = await screen.findByRole('link', { name: /내 강의실 대기 질문\s*41개/ });
    expect(waiting.getAttribute('href')).toBe(PATHS.studyWaiting);
    expect(sent(`${LIST}?year=2026&semester=2&mine=true`)).toHaveLength(1);
  });

  it('are hidden from staff, who still see the waiting questions', async () => {
    signIn('MANAGER');
    answers[LIST] = () => catalog();
    show();
    expect(await screen.findByText('이 학기에 맡은 강의실이 없습니다.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: /모든 강의실 대기 질문/ })).toBeTruthy();
  });

  it('are not requested for students', async () => {
    show();
    await table();
    await screen.findByRole('button', { name: '강의실 만들기' });
    expect(screen.queryByRole('region', { name: '내가 맡은 강의실' })).toBeNull();
    expect(sent(WAITING)).toEqual([]);
  });
});

describe('catalogue', () => {
  const openCatalog = async () => {
    const router = show(PATHS.studyCatalog);
    await screen.findByRole('list', { name: '강의 목록' });
    await table();
    return router;
  };

  it('opens and closes by its button', async () => {
    const router = show();
    await table();
    click('강의실 둘러보기');
    await screen.findByRole('region', { name: '강의실 둘러보기' });
    expect(router.state.location.pathname).toBe(PATHS.studyCatalog);
    click('강의실 목록 닫기');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: '강의실 둘러보기' })).toBeNull(),
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '강의실 둘러보기' }));
  });

  it('adds a lecture optimistically', async () => {
    await openCatalog();
    answers[MARK] = () => {
      marks = [...marks, { ...WEEKEND, isMarked: true }];
      return { body: { message: '', isMarked: true, markedCount: 2, removed: [] } };
    };
    click('주말 특강 추가');
    await waitFor(() => expect(blocks('주말 특강')).toHaveLength(1));
    expect(sent(MARK)).toEqual([`${MARK}?lectureRoomId=4`]);
  });

  it('rolls back when the server rejects it', async () => {
    await openCatalog();
    answers[MARK] = () => ({ status: 503, body: { error: 'UNAVAILABLE', message: '잠시 후' } });
    click('주말 특강 추가');
    await waitFor(() => expect(sent(MARK)).toHaveLength(1));
    await waitFor(() => expect(blocks('주말 특강')).toEqual([]));
  });

  it('rejects a duplicate without a request [TIME-06]', async () => {
    await openCatalog();
    click('기계학습 추가됨');
    expect(await screen.findByText('이미 추가한 강의입니다.')).toBeDefined();
    expect(sent(MARK)).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: '확인' }));
  });

  it('rejects an overlap without a request and offers to replace [TIME-06]', async () => {
    await openCatalog();
    click('컴퓨터비전 추가');
    expect(await screen.findByText('강의 시간이 중복됩니다.')).toBeDefined();
    expect(screen.getByText(/겹치는 강의: 기계학습/)).toBeDefined();
    expect(sent(MARK)).toEqual([]);
    marks = [SYSTEMS, { ...VISION, isMarked: true }];
    fireEvent.click(screen.getByRole('button', { name: '바꾸기' }));
    await waitFor(() => expect(blocks('컴퓨터비전')).toHaveLength(1));
    expect(blocks('기계학습')).toEqual([]);
    expect(sent(MARK)).toEqual([`${MARK}?lectureRoomId=3&replace=true`]);
  });

  it('offers to replace for an overlap that only the server detects [TIME-01]', async () => {
    await openCatalog();
    answers[MARK] = (url) =>
      url.searchParams.get('replace') === 'true'
        ? { body: { message: '', isMarked: true, markedCount: 2, removed: [] } }
        : {
            status: 409,
            body: {
              error: 'LECTURE_OVERLAP',
              message: '강의 시간이 중복됩니다.',
              conflicts: [{ id: 9, title: '다른 기기에서 추가한 강의' }],
            },
          };
    click('주말 특강 추가');
    expect(await screen.findByText(/다른 기기에서 추가한 강의/)).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: '바꾸기' }));
    await waitFor(() => expect(sent(`${MARK}?lectureRoomId=4&replace=true`)).toHaveLength(1));
  });

  it('requests the selected grade', async () => {
    await openCatalog();
    click('필터');
    fireEvent.click(await screen.findByRole('radio', { name: '3학년' }));
    await waitFor(() => expect(sent(`${LIST}?year=2026&semester=2&grade=3`)).toHaveLength(1));
  });

  it('requests only what fits into the own timetable [TIME-71]', async () => {
    await openCatalog();
    click('필터');
    fireEvent.click(await screen.findByRole('checkbox', { name: '내 빈 시간에 맞는 강의만' }));
    await waitFor(() => expect(sent(`${LIST}?year=2026&semester=2&free=true`)).toHaveLength(1));
  });

  it('shows when results are truncated', async () => {
    answers[LIST] = () => ({ body: { data: [VISION], totalCount: 1234 } });
    await openCatalog();
    expect((await screen.findByText(/가운데 1개입니다/)).textContent).toContain('1234개');
  });

  it('shows when nothing matches and clears the filters', async () => {
    answers[LIST] = (url) => (url.searchParams.has('grade') ? catalog() : catalog(VISION));
    await openCatalog();
    click('필터');
    fireEvent.click(await screen.findByRole('radio', { name: '3학년' }));
    click('완료');
    await screen.findByText('조건에 맞는 강의가 없습니다.');
    click('조건 지우기');
    await screen.findByRole('button', { name: '컴퓨터비전 추가' });
  });

  it('shows that loading failed', async () => {
    answers[LIST] = () => ({ status: 500, body: {} });
    show(PATHS.studyCatalog);
    expect(await screen.findByText('강의실을 불러오지 못했습니다.')).toBeDefined();
  });
});

describe('lecture creation', () => {
  const openDialog = async () => {
    show();
    await table();
    fireEvent.click(await screen.findByRole('button', { name: '강의실 만들기' }));
    return screen.findByRole('dialog', { name: '강의실 만들기' });
  };
  const fill = (label: RegExp | string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const type = (label: RegExp | string, text: string) => {
    const field = screen.getByLabelText(label);
    fireEvent.input(field, { target: { value: text } });
  };

  it('says who will see the lecture room [LECT-14]', async () => {
    const dialog = await openDialog();
    expect(dialog.textContent).toContain('모든 회원이 보고 시간표에 추가할 수 있습니다.');
  });

  it('marks each missing field without a request', async () => {
    await openDialog();
    click('만들기');
    expect(await screen.findByText('강의명을 입력해 주세요.')).toBeDefined();
    expect(screen.getByText('학년을 선택해 주세요.')).toBeDefined();
    expect(sent(CREATE)).toEqual([]);
  });

  it('keeps the input and shows why the server rejected it [LECT-06]', async () => {
    answers[CREATE] = () => ({
      status: 429,
      body: { error: 'LECTURE_THROTTLED', message: '내일 다시 시도해 주세요.' },
    });
    await openDialog();
    type(/강의명/, '선형대수');
    fill(/학년/, '2');
    fill('1번째 시간 시작', '22');
    expect(screen.getByLabelText<HTMLSelectElement>('1번째 시간 끝').value).toBe('23');
    click('만들기');
    expect(await screen.findByText('강의 생성 실패')).toBeDefined();
    expect(screen.getByText('내일 다시 시도해 주세요.')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toContain('강의 생성 실패');
    expect(screen.getByLabelText<HTMLInputElement>(/강의명/).value).toBe('선형대수');
  });

  it('leads to the lecture that the new one repeats, and keeps the input [LECT-97]', async () => {
    answers[CREATE] = () => ({
      status: 409,
      body: {
        error: 'LECTURE_EXISTS',
        message: '강의명과 학기, 교수가 같은 강의가 이미 있습니다.',
        conflicts: [{ id: 3, title: '선형대수' }],
      },
    });
    await openDialog();
    type(/강의명/, '선형 대수');
    fill(/학년/, '2');
    click('만들기');
    expect((await screen.findByRole('alert')).textContent).toContain('이미 있습니다.');
    const link = screen.getByRole('link', { name: '이미 있는 강의실로 가기' });
    expect(link.getAttribute('href')).toBe('/main/study-dashboard/3');
    expect(screen.getByLabelText<HTMLInputElement>(/강의명/).value).toBe('선형 대수');
  });

  it('submits once for repeated Enter', async () => {
    answers[CREATE] = () => ({ status: 503, body: { error: 'UNAVAILABLE', message: '잠시 후' } });
    const dialog = await openDialog();
    type(/강의명/, '선형대수');
    fill(/학년/, '2');
    const form = dialog.querySelector('form') ?? dialog;
    act(() => {
      fireEvent.submit(form);
      fireEvent.submit(form);
    });
    await screen.findByRole('alert');
    expect(sent(CREATE)).toHaveLength(1);
    fireEvent.submit(form);
    await waitFor(() => expect(sent(CREATE)).toHaveLength(2));
    await screen.findByRole('alert');
    expect(sent(CREATE)).toHaveLength(2);
  });

  it('adds the new lecture to the timetable', async () => {
    const made = lectureFixture(7, '선형대수', [{ dow: 'MONDAY', startTime: 13, endTime: 14 }], {
      isMarked: false,
    });
    const bodies: unknown[] = [];
    answers[CREATE] = (_url, body) => {
      bodies.push(body);
      return { status: 201, body: { message: '', id: 7, lecture: made } };
    };
    answers[MARK] = () => {
      marks = [...marks, { ...made, isMarked: true }];
      return { body: { message: '', isMarked: true, markedCount: 1, removed: [] } };
    };
    await openDialog();
    type(/강의명/, '선형대수');
    fill(/학년/, '2');
    fill('1번째 시간 시작', '13');
    fireEvent.click(screen.getByRole('radio', { name: '물결' }));
    click('만들기');
    await waitFor(() => expect(blocks('선형대수')).toHaveLength(1));
    expect(sent(MARK)).toEqual([`${MARK}?lectureRoomId=7`]);
    expect(bodies).toEqual([
      expect.objectContaining({
        title: '선형대수',
        grade: 2,
        year: 2026,
        semester: 2,
        themeColor: '#cdeeea',
        lectureTimes: [{ day: 'MONDAY', start: 13, end: 14 }],
      }),
    ]);
  });
});

describe('private entries', () => {
  it('stand in the week and are replaced with the lectures that overlap [TIME-69, TIME-70]', async () => {
    entries = [JOB];
    show(PATHS.studyCatalog);
    const block = await screen.findByRole('button', { name: /^카페 알바/ });
    expect(block.textContent).toContain('개인 일정 토요일 07:30~08:30');
    click('주말 특강 추가');
    expect(await screen.findByText(/겹치는 강의와 일정: 카페 알바/)).toBeDefined();
    entries = [];
    fireEvent.click(screen.getByRole('button', { name: '바꾸기' }));
    await waitFor(() => expect(sent(MARK)).toEqual([`${MARK}?lectureRoomId=4&replace=true`]));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^카페 알바/ })).toBeNull());
  });

  it('that did not load are named, beside the lectures', async () => {
    answers[ENTRIES] = () => ({ status: 500, body: {} });
    show();
    await table();
    expect(await screen.findByText('개인 일정을 불러오지 못했습니다.')).toBeDefined();
    expect(blocks('기계학습')).toHaveLength(1);
  });

  it('keep the form and name what is in the way [TIME-70]', async () => {
    answers[ADD] = () => ({
      status: 409,
      body: {
        error: 'ENTRY_OVERLAP',
        message: '다른 강의나 일정과 시간이 겹칩니다.',
        conflicts: [{ id: 1, title: '기계학습' }],
      },
    });
    show();
    await table();
    fireEvent.click(await screen.findByRole('button', { name: '개인 일정 추가' }));
    const dialog = await screen.findByRole('dialog', { name: '개인 일정 추가' });
    const name = within(dialog).getByLabelText<HTMLInputElement>(/이름/);
    fireEvent.input(name, { target: { value: '알바' } });
    fireEvent.click(within(dialog).getByRole('button', { name: '추가' }));
    expect(await within(dialog).findByText('겹치는 것: 기계학습')).toBeDefined();
    expect(name.value).toBe('알바');
  });
});
