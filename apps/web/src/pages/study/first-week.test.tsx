import type { Lecture } from '@naru/contract/lectures';
import type { Role } from '@naru/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isConnected } from '../../lib/offline/connection.ts';
import { PATHS } from '../../lib/paths.ts';
import type { fakeApi } from '../../testing/fake-api.tsx';
import { fakeMedia } from '../../testing/fake-page.tsx';
import { JOB, LEARNING, lectureFixture } from '../../testing/lectures.ts';
import { renderApp } from '../../testing/whole-app.tsx';
import { UNDO } from '../../ui/toast.ts';

type Answers = Parameters<typeof fakeApi>[0];

const MARKS = 'GET /api/lecture-room/mark';
const ENTRIES = 'GET /api/timetable/entries';
const PLANS = 'GET /api/timetable/plans';
const LIST = 'GET /api/lecture-room/list';
const YEAR = 'GET /api/member/study-year';
const ADD = 'POST /api/lecture-room/marks';
const REMOVE = 'DELETE /api/lecture-room/marks';
const TERM = { year: 2026, semester: 2 } as const;
const OTHER = { year: 2026, semester: 1 } as const;

const free = (id: number, title: string, hour: number) =>
  lectureFixture(id, title, [{ dow: 'FRIDAY', startTime: hour, endTime: hour + 1 }], {
    isMarked: false,
  });
const FREE = [free(11, '자료구조', 9), free(12, '선형대수', 10), free(13, '확률과 통계', 11)];
const marked = (...lectures: Lecture[]) => ({ body: { markedLecture: lectures } });
const plan = { id: 7, name: '금요일 비우기', ...TERM, lectures: [], entries: [], gone: [] };

/** What the timetable has; the calls change it. */
let week: Lecture[];
let queries: string[];

function change(isMarked: boolean): Answers[string] {
  return ({ query }) => {
    queries.push(query.toString());
    week = isMarked ? FREE.map((one) => ({ ...one, isMarked })) : [];
    return { body: { message: '시간표에서 뺐습니다.' } };
  };
}

const SITE: Answers = {
  'GET /api/lecture-room/terms': {
    body: {
      current: { ...TERM, from: '2026-09-07', to: '2026-12-27', isOver: false },
      planned: { ...TERM, from: '2026-09-07', to: '2026-12-27' },
      terms: [
        { ...TERM, name: '2026년 2학기' },
        { ...OTHER, name: '2026년 1학기' },
      ],
      nextDates: [],
    },
  },
  [MARKS]: () => marked(...week),
  [ENTRIES]: { body: { entries: [] } },
  [PLANS]: { body: { plans: [] } },
  [LIST]: () => ({
    body: {
      data: FREE.map((one) => week.find(({ id }) => id === one.id) ?? one),
      totalCount: FREE.length,
    },
  }),
  [YEAR]: { body: { studyYear: 2, studyYearOf: 2026, academicYear: 2026, suggestion: null } },
  [ADD]: change(true),
  [REMOVE]: change(false),
  'GET /api/course-reviews/mine': { body: { waiting: [], written: [] } },
  'GET /api/lecture-room/waiting': { body: { posts: [], totalPages: 0, totalCount: 0 } },
};

beforeEach(() => {
  fakeMedia();
  week = [];
  queries = [];
});

const show = (path: string, more: Answers = {}, role: Role = 'STUDENT') =>
  renderApp(path, role, { ...SITE, ...more });
const catalog = { name: '강의실 둘러보기' };
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('a week without anything', () => {
  it('opens the catalogue in its place, so that Back leaves both [TIME-86]', async () => {
    const { router } = await show('/terms');
    await router.navigate({ to: PATHS.study });
    const panel = await screen.findByRole('region', catalog);
    expect(router.state.location.pathname).toBe(PATHS.studyCatalog);
    expect(await within(panel).findByRole('list', { name: '강의 목록' })).toBeDefined();
    expect(screen.getByRole('table', { name: '2026년 2학기 시간표' })).toBeDefined();
    router.history.back();
    await waitFor(() => expect(router.state.location.pathname).toBe('/terms'));
  });

  it('is seen by who closes the catalogue, with the way back into it [TIME-86]', async () => {
    const { router } = await show(PATHS.study);
    await screen.findByRole('region', catalog);
    press('강의실 목록 닫기');
    await waitFor(() => expect(screen.queryByRole('region', catalog)).toBeNull());
    expect(await screen.findByText('아직 추가한 강의가 없습니다.')).toBeDefined();
    expect(router.state.location.pathname).toBe(PATHS.study);
    expect(screen.getAllByRole('button', catalog)).toHaveLength(2);
  });

  it.each<[string, string, Answers, Role]>([
    ['with a lecture', PATHS.study, { [MARKS]: marked(LEARNING) }, 'STUDENT'],
    ['with a private entry', PATHS.study, { [ENTRIES]: { body: { entries: [JOB] } } }, 'STUDENT'],
    [
      'with a plan',
      PATHS.study,
      { [PLANS]: { body: { plans: [{ ...plan, overlaps: [] }] } } },
      'STUDENT',
    ],
    ['of another term', `${PATHS.study}?term=2026-1`, {}, 'STUDENT'],
    ['of a professor', PATHS.study, {}, 'PROFESSOR'],
    [
      'that could not be loaded whole',
      PATHS.study,
      { [ENTRIES]: { status: 403, body: { error: 'FORBIDDEN', message: '', requestId: '1' } } },
      'STUDENT',
    ],
  ])('is left as it is %s [TIME-86]', async (_what, path, more, role) => {
    const { router } = await show(path, more, role);
    await screen.findByRole('table');
    await screen.findByRole('button', { name: '강의실 만들기' });
    expect(router.state.location.pathname).toBe(PATHS.study);
    expect(screen.queryByRole('region', catalog)).toBeNull();
  });

  it('is left as it is without a network [TIME-86]', async () => {
    isConnected.set(false);
    onTestFinished(() => isConnected.set(true));
    const { router } = await show(PATHS.study);
    expect(await screen.findAllByRole('button', catalog)).toHaveLength(2);
    expect(router.state.location.pathname).toBe(PATHS.study);
  });
});

describe('the lectures of the own year', () => {
  const OFFER = '2학년 강의 3개 모두 추가';

  it('are added in one press, which the message takes back [TIME-85]', async () => {
    await show(PATHS.studyCatalog);
    const offer = await screen.findByRole('button', { name: OFFER });
    offer.focus();
    fireEvent.click(offer);
    expect(await screen.findByText('강의 3개를 시간표에 추가했습니다.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('heading', catalog));
    expect(queries).toEqual(['lectureRoomIds=11%2C12%2C13']);
    const table = within(screen.getByRole('table'));
    for (const { title } of FREE) {
      expect(table.getByRole('link', { name: new RegExp(title) })).toBeDefined();
    }
    expect(screen.queryByRole('button', { name: /모두 추가$/ })).toBeNull();
    press(UNDO);
    expect(await screen.findByRole('button', { name: OFFER })).toBeDefined();
    expect(queries).toEqual(['lectureRoomIds=11%2C12%2C13', 'lectureRoomIds=11%2C12%2C13']);
    expect(await screen.findByText('시간표에서 뺐습니다.')).toBeDefined();
    expect(table.queryByRole('link', { name: /자료구조/ })).toBeNull();
  });

  it('are offered again with what has changed when that is refused [TIME-85]', async () => {
    await show(PATHS.studyCatalog, {
      [ADD]: () => {
        week = [{ ...LEARNING, schedules: FREE[0]?.schedules ?? [] }];
        return {
          status: 409,
          body: { error: 'LECTURE_OVERLAP', message: '강의 시간이 중복됩니다.', requestId: '1' },
        };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: OFFER }));
    expect(await screen.findByText(/^그 사이에 바뀐 강의가 있어/)).toBeDefined();
    expect(await screen.findByRole('button', { name: '2학년 강의 2개 모두 추가' })).toBeDefined();
  });

  it('come with the list: no button appears under a finger [TIME-85]', async () => {
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await show(PATHS.studyCatalog, {
      [YEAR]: async () => {
        await arrival;
        return { body: { studyYear: 2, studyYearOf: 2026, academicYear: 2026, suggestion: null } };
      },
    });
    await screen.findByRole('status', { name: '강의를 불러오는 중입니다.' });
    await screen.findByRole('table');
    expect(screen.queryByRole('list', { name: '강의 목록' })).toBeNull();
    arrive();
    expect(await screen.findByRole('list', { name: '강의 목록' })).toBeDefined();
    expect(screen.getByRole('button', { name: OFFER })).toBeDefined();
  });

  it.each<[string, string, Answers]>([
    ['of another term', `${PATHS.studyCatalog}?term=2026-1`, {}],
    [
      'while a plan is open',
      `${PATHS.studyCatalog}?plan=7`,
      {
        [PLANS]: { body: { plans: [{ ...plan, overlaps: [] }] } },
      },
    ],
    ['that a search has found', `${PATHS.studyCatalog}?query=자료`, {}],
    [
      'that are a part of all',
      PATHS.studyCatalog,
      {
        [LIST]: { body: { data: FREE, totalCount: 999 } },
      },
    ],
    [
      'whose year cannot be known',
      PATHS.studyCatalog,
      {
        [YEAR]: { status: 403, body: { error: 'FORBIDDEN', message: '', requestId: '1' } },
      },
    ],
  ])('are not offered %s [TIME-85]', async (_what, path, more) => {
    await show(path, more);
    expect(await screen.findByRole('list', { name: '강의 목록' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /모두 추가$/ })).toBeNull();
  });
});
