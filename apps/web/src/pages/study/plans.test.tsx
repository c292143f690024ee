import { scheduleAt } from '@naru/contract/timetable';
import type { TimetablePlan } from '@naru/contract/timetable-plans';
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
import { studySearch } from '../../lib/search-parameters.ts';
import { writeTokens } from '../../lib/session/tokens.ts';
import { lectureFixture } from '../../testing/lectures.ts';
import { AskHost } from '../../ui/ask-host.tsx';
import { CatalogPage } from './catalog-page.tsx';
import { StudyDashboardPage } from './study-dashboard-page.tsx';

const PLANS = 'GET /api/timetable/plans';
const CHANGES = `${PLANS}/7/changes`;
const APPLY = 'POST /api/timetable/plans/7/apply';
const PUT_IN = 'POST /api/timetable/plans/7/lectures';
const LIST = 'GET /api/lecture-room/list';

const LEARNING = lectureFixture(1, '기계학습', [scheduleAt('MONDAY', 540, 660)]);
const other = { isMarked: false };
const SYSTEMS = lectureFixture(2, '운영체제', [scheduleAt('TUESDAY', 780, 900)], other);
const VISION = lectureFixture(3, '컴퓨터비전', [scheduleAt('TUESDAY', 840, 960)], other);

const PLAN: TimetablePlan = {
  id: 7,
  name: '금요일 비우기',
  year: 2026,
  semester: 2,
  lectures: [SYSTEMS],
  entries: [],
  gone: [],
  overlaps: [],
};
const FOUND = {
  version: 'v1',
  added: [{ id: 2, title: '운영체제', schedules: SYSTEMS.schedules, needsCode: true }],
  removed: [{ id: 1, title: '기계학습', schedules: LEARNING.schedules, hasPosts: true }],
};

type Answer = { status?: number; body: unknown };

let answers: Record<string, (url: URL, body: unknown) => Answer>;
let calls: { call: string; search: string; body: unknown }[];
let plans: TimetablePlan[];

const saved = (plan: TimetablePlan, message = ''): Answer => {
  plans = [...plans.filter(({ id }) => id !== plan.id), plan];
  return { body: { message, plan } };
};

beforeEach(() => {
  calls = [];
  plans = [PLAN];
  answers = {
    'GET /api/member/me': () => ({ body: { meDto: { id: 1, roles: ['STUDENT'] } } }),
    'GET /api/config': () => ({ body: { siteName: '나루', color: '' } }),
    'GET /api/lecture-room/terms': () => ({
      body: {
        current: { year: 2026, semester: 2, from: '2026-09-07', to: '2026-12-27' },
        terms: [{ year: 2026, semester: 2, name: '2026년 2학기' }],
      },
    }),
    'GET /api/lecture-room/mark': () => ({ body: { markedLecture: [LEARNING] } }),
    'GET /api/timetable/entries': () => ({ body: { entries: [] } }),
    [LIST]: () => ({ body: { data: [LEARNING, SYSTEMS, VISION], totalCount: 3 } }),
    [PLANS]: () => ({ body: { plans } }),
    [CHANGES]: () => ({ body: FOUND }),
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
    const body = JSON.parse(String(init.body ?? null));
    calls.push({ call, search: url.search, body });
    const { status = 200, body: answer } = answers[call]?.(url, body) ?? { status: 404, body: {} };
    return new Response(JSON.stringify(answer), { status });
  });
});

function show(path: string = `${PATHS.study}?plan=7`) {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <AskHost />
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
  const friends = createRoute({ getParentRoute: () => root, path: PATHS.studyFriends });
  const router = createRouter({
    routeTree: root.addChildren([study.addChildren([catalog]), lecture, friends]),
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

const planTable = () => screen.findByRole('table', { name: '2026년 2학기 계획: 금요일 비우기' });
const panel = () => screen.findByRole('region', { name: '계획' });
const blocks = (title: string) =>
  within(screen.getByRole('table')).queryAllByRole('link', { name: new RegExp(title) });
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (wanted: string) => calls.filter(({ call }) => call === wanted);

describe('plans', () => {
  it('are switched by tabs that the address keeps [LECT-196]', async () => {
    const router = show();
    await planTable();
    expect([blocks('운영체제').length, blocks('기계학습').length]).toEqual([1, 0]);
    expect((await screen.findByText('계획 학점')).nextSibling?.textContent).toBe('3학점');
    const own = screen.getByRole('tab', { name: '내 시간표' });
    own.focus();
    await screen.findByRole('table', { name: '2026년 2학기 시간표' });
    expect(router.state.location.search).toEqual({});
    expect(document.activeElement).toBe(own);
    expect(blocks('기계학습')).toHaveLength(1);
    fireEvent.keyDown(own, { key: 'ArrowRight' });
    await planTable();
    expect(router.state.location.search).toEqual({ plan: 7 });
  });

  it('are made as a copy of the timetable and opened [LECT-190]', async () => {
    plans = [];
    answers['POST /api/timetable/plans'] = () => saved({ ...PLAN, name: '계획 1' });
    const router = show(PATHS.study);
    await screen.findByRole('table');
    expect(screen.queryByRole('tab')).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: '계획 만들기' }));
    const dialog = await screen.findByRole('dialog', { name: '계획 만들기' });
    expect(within(dialog).getByLabelText<HTMLInputElement>(/계획 이름/).value).toBe('계획 1');
    fireEvent.click(within(dialog).getByRole('button', { name: '만들기' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ plan: 7 }));
    expect(sent('POST /api/timetable/plans').map(({ body }) => body)).toEqual([
      { name: '계획 1', year: 2026, semester: 2, copy: true },
    ]);
  });

  it('that are gone show the timetable and say so', async () => {
    show(`${PATHS.study}?plan=99`);
    expect(await screen.findByText('찾던 계획이 없어 내 시간표를 보여 드립니다.')).toBeDefined();
    expect(blocks('기계학습')).toHaveLength(1);
  });

  it('name lectures that are gone and overlaps [LECT-193]', async () => {
    const gone = [{ id: 5, title: '없어진 강의', reason: 'removed' as const }];
    plans = [{ ...PLAN, gone, overlaps: [{ id: 2, title: '운영체제' }] }];
    answers['DELETE /api/timetable/plans/7/lectures/5'] = () => saved(PLAN);
    show();
    await within(await panel()).findByText(/‘없어진 강의’ 강의가 없어졌습니다/);
    expect(screen.getByText('강의 시간이 바뀌어 서로 겹칩니다: 운영체제')).toBeDefined();
    click('없어진 강의 계획에서 빼기');
    await waitFor(() => expect(screen.queryByText(/없어졌습니다/)).toBeNull());
  });

  it('give back a lecture and themselves after a removal [LECT-195]', async () => {
    answers['DELETE /api/timetable/plans/7/lectures/2'] = () => saved({ ...PLAN, lectures: [] });
    answers[PUT_IN] = () => saved(PLAN);
    answers['DELETE /api/timetable/plans/7'] = () => {
      plans = [];
      return { body: { message: '' } };
    };
    answers['POST /api/timetable/plans/7/restore'] = () => saved(PLAN);
    show();
    await planTable();
    fireEvent.click(await screen.findByRole('button', { name: '운영체제 계획에서 빼기' }));
    fireEvent.click(await screen.findByRole('button', { name: '운영체제 되돌리기' }));
    await screen.findByRole('button', { name: '운영체제 계획에서 빼기' });
    expect(sent(PUT_IN).map(({ body }) => body)).toEqual([{ lectureId: 2, replace: false }]);
    fireEvent.keyDown(screen.getByRole('button', { name: '계획 관리' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: '계획 삭제' }));
    await screen.findByText('‘금요일 비우기’ 계획을 삭제했습니다.');
    expect(screen.queryByRole('tab')).toBeNull();
    click('되돌리기');
    await planTable();
  });
});

describe('the catalogue of a plan', () => {
  it('puts lectures into it, replaces on request, and finds what fits [LECT-191, LECT-196]', async () => {
    answers[PUT_IN] = (_, body) =>
      (body as { replace: boolean }).replace
        ? saved({ ...PLAN, lectures: [VISION] })
        : {
            status: 409,
            body: {
              error: 'LECTURE_OVERLAP',
              message: '',
              conflicts: [{ id: 2, title: '운영체제' }],
            },
          };
    show(`${PATHS.studyCatalog}?plan=7`);
    await screen.findByRole('button', { name: '운영체제 담음' });
    expect(screen.getByPlaceholderText('‘금요일 비우기’에 담을 강의 검색')).toBeDefined();
    click('컴퓨터비전 담기');
    expect(await screen.findByText(/계획에서 겹치는 것: 운영체제/)).toBeDefined();
    click('바꾸기');
    await screen.findByRole('button', { name: '컴퓨터비전 담음' });
    expect(blocks('컴퓨터비전')).toHaveLength(1);
    click('필터');
    fireEvent.click(await screen.findByRole('checkbox', { name: '계획의 빈 시간에 맞는 강의만' }));
    const search = '?year=2026&semester=2&free=true&plan=7';
    await waitFor(() => expect(sent(LIST).map((one) => one.search)).toContain(search));
  });
});

describe('the change to a plan', () => {
  const openDialog = async () => {
    fireEvent.click(await screen.findByRole('button', { name: '내 시간표로 만들기' }));
    return screen.findByRole('dialog', { name: '내 시간표로 만들기' });
  };

  it('is shown, asks for codes and leads to the timetable [LECT-194]', async () => {
    const router = show();
    const compared = await within(await panel()).findByRole('region', { name: '내 시간표와 비교' });
    const only = within(compared).getByRole('list', { name: '계획에만 있는 것' });
    expect(only.textContent).toBe('운영체제화 13:00~15:00');
    const dialog = await openDialog();
    const find = within(dialog);
    expect(await find.findByText(/나가도 글은 남습니다/)).toBeDefined();
    const button = () => fireEvent.click(find.getByRole('button', { name: '이대로 바꾸기' }));
    button();
    expect(await find.findByText('입장 코드를 입력해 주세요.')).toBeDefined();
    expect(sent(APPLY)).toEqual([]);
    answers[APPLY] = () => ({
      status: 403,
      body: {
        error: 'LECTURE_CODE_WRONG',
        message: '입장 코드가 맞지 않습니다.',
        conflicts: [{ id: 2, title: '운영체제' }],
      },
    });
    const code = find.getByLabelText<HTMLInputElement>(/운영체제 입장 코드/);
    fireEvent.input(code, { target: { value: '등대-2026' } });
    button();
    expect(await find.findByText('입장 코드가 맞지 않습니다.')).toBeDefined();
    expect(code.value).toBe('등대-2026');
    answers[APPLY] = () => ({ body: { message: '계획을 내 시간표로 만들었습니다.' } });
    button();
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(sent(APPLY).at(-1)?.body).toEqual({
      version: 'v1',
      codes: [{ lectureId: 2, code: '등대-2026' }],
    });
  });

  it('is shown anew when it is another one by then [LECT-194]', async () => {
    answers[CHANGES] = () => ({ body: { ...FOUND, added: [] } });
    answers[APPLY] = () => {
      answers[CHANGES] = () => ({ body: { version: 'v2', added: [], removed: [] } });
      return { status: 409, body: { error: 'PLAN_CHANGED', message: '그 사이에 바뀌었습니다.' } };
    };
    show();
    const dialog = await openDialog();
    await within(dialog).findByText('기계학습');
    fireEvent.click(within(dialog).getByRole('button', { name: '이대로 바꾸기' }));
    expect(await within(dialog).findByText('그 사이에 바뀌었습니다.')).toBeDefined();
    expect(await within(dialog).findByText('내 시간표가 이미 이 계획과 같습니다.')).toBeDefined();
  });
});
