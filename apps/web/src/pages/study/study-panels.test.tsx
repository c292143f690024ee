import type { Role } from '@naru/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PATHS } from '../../lib/paths.ts';
import { lectureFixture } from '../../testing/lectures.ts';
import { renderApp } from '../../testing/whole-app.tsx';

type Answers = NonNullable<Parameters<typeof renderApp>[2]>;
type Answer = { status?: number; body: unknown };

const TERMS = 'GET /api/lecture-room/terms';
const MARKS = 'GET /api/lecture-room/mark';
const PLANS = 'GET /api/timetable/plans';
const LIST = 'GET /api/lecture-room/list';
const ROOM = 'GET /api/lecture-room/1';
const WEEK = 'GET /api/lecture-room/1/stats';
const POSTS = 'GET /api/lecture-room/posts';

const LEARNING = lectureFixture(1, '기계학습', [{ dow: 'MONDAY', startTime: 9, endTime: 11 }], {
  canRead: true,
});
const TERM = { year: 2026, semester: 2 };
const DASHBOARD: Answers = {
  [TERMS]: {
    body: {
      current: { ...TERM, from: '2026-09-07', to: '2026-12-27' },
      terms: [
        { ...TERM, name: '2026년 2학기' },
        { year: 2026, semester: 1, name: '2026년 1학기' },
      ],
    },
  },
  [MARKS]: { body: { markedLecture: [LEARNING] } },
  'GET /api/timetable/entries': { body: { entries: [] } },
  [PLANS]: { body: { plans: [] } },
  [LIST]: { body: { data: [LEARNING], totalCount: 1 } },
  'GET /api/lecture-room/waiting': { body: { posts: [], totalPages: 0, totalCount: 0 } },
  'GET /api/course-reviews/mine': { body: { waiting: [], written: [] } },
};

/** Responses that wait until `release`. */
function held(answer: Answer) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { release, answer: () => gate.then(() => answer) };
}

const show = (more: Answers = {}, role: Role = 'STUDENT', path: string = PATHS.study) =>
  renderApp(path, role, { ...DASHBOARD, ...more });
const week = () => screen.findByRole('table', { name: '2026년 2학기 시간표' });
const button = (name: string) => screen.queryByRole('button', { name });
/** What the strip of the next lecture says on any day. */
const NEXT = /수업 중|오늘 다음 강의|오늘 남은 강의|이번 학기/;
const LAST = '강의실 만들기';

describe('the panels of the study room', () => {
  it('wait for the rooms of a professor, and come at once [UI-285]', async () => {
    const rooms = held({ body: { data: [LEARNING], totalCount: 1 } });
    await show({ [LIST]: rooms.answer }, 'PROFESSOR');
    await week();
    expect(button(LAST)).toBeNull();
    expect(screen.queryByRole('region', { name: '내가 맡은 강의실' })).toBeNull();
    rooms.release();
    await screen.findByRole('button', { name: LAST });
    const own = screen.getByRole('region', { name: '내가 맡은 강의실' });
    expect(within(own).getByRole('link', { name: /기계학습/ })).toBeDefined();
  });

  it('do not wait for what failed, and stay with the week while it is asked for again', async () => {
    const again = held({ status: 403, body: { error: 'FORBIDDEN', message: '', requestId: '1' } });
    let asked = 0;
    const refused = { status: 403, body: { error: 'FORBIDDEN', message: '', requestId: '1' } };
    await show({
      [PLANS]: () => {
        asked += 1;
        return asked === 1 ? refused : again.answer();
      },
    });
    const table = await week();
    const last = await screen.findByRole('button', { name: LAST });
    expect(button('계획 만들기')).not.toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: '다시 시도' }));
    await waitFor(() => expect(asked).toBe(2));
    expect(table.isConnected).toBe(true);
    expect(last.isConnected).toBe(true);
    expect(button('계획 만들기')).not.toBeNull();
    again.release();
    await screen.findByText('계획을 불러오지 못했습니다.');
    expect(table.isConnected).toBe(true);
    expect(button('계획 만들기')).not.toBeNull();
  });

  it('wait with the week for the tabs of the plans above it', async () => {
    const plan = { id: 7, name: '금요일 비우기', ...TERM, lectures: [], entries: [], gone: [] };
    const plans = held({ body: { plans: [{ ...plan, overlaps: [] }] } });
    await show({ [PLANS]: plans.answer });
    await screen.findByText(NEXT);
    expect(screen.queryByRole('table')).toBeNull();
    plans.release();
    await week();
    expect(screen.getByRole('tab', { name: '금요일 비우기' })).toBeDefined();
  });

  it('stay while another term loads, with the focus', async () => {
    const marks = held({ body: { markedLecture: [] } });
    await show({
      [MARKS]: ({ query }) =>
        query.get('semester') === '1' ? marks.answer() : { body: { markedLecture: [LEARNING] } },
    });
    const term = await screen.findByRole('combobox', { name: '학기' });
    term.focus();
    fireEvent.change(term, { target: { value: '2026-1' } });
    await screen.findByRole('status', { name: '시간표를 불러오는 중입니다.' });
    expect(document.activeElement).toBe(term);
    expect(button(LAST)).not.toBeNull();
    marks.release();
    await screen.findByRole('table', { name: '2026년 1학기 시간표' });
    expect(document.activeElement).toBe(term);
  });

  it('wait for the terms also when the address names one', async () => {
    const terms = held(DASHBOARD[TERMS] as Answer);
    const { calls } = await show(
      { [TERMS]: terms.answer },
      'STUDENT',
      `${PATHS.study}?term=2026-2`,
    );
    await screen.findByRole('status', { name: '시간표를 불러오는 중입니다.' });
    expect(calls.some((call) => call.startsWith(MARKS))).toBe(false);
    terms.release();
    await week();
    expect(screen.getByText(NEXT)).toBeDefined();
  });
});

describe('the new posts of a lecture room', () => {
  const POST_LIST = { body: { data: [], posts: [], currentPage: 0, totalPages: 0, totalCount: 0 } };
  const room = (more: Answers) =>
    show(
      {
        [ROOM]: { body: { data: LEARNING } },
        [WEEK]: {
          body: {
            weekly: { questions: 1, reviews: 0, materials: 0, notices: 0, comments: 0 },
            quotes: ['파도는 늘 온다'],
          },
        },
        [POSTS]: POST_LIST,
        ...more,
      },
      'STUDENT',
      '/main/study-dashboard/1',
    );
  const strip = { name: '강의실 소식' };

  it('wait for the posts above them [UI-285]', async () => {
    const posts = held(POST_LIST);
    const { calls } = await room({ [POSTS]: posts.answer });
    await screen.findByRole('heading', { name: '기계학습' });
    await waitFor(() => expect(calls).toContain(WEEK));
    expect(screen.queryByRole('complementary', strip)).toBeNull();
    posts.release();
    expect(await screen.findByRole('complementary', strip)).toBeDefined();
  });

  it('are not asked for any more when the room cannot be opened', async () => {
    const { client } = await room({
      [ROOM]: { status: 404, body: { error: 'NOT_FOUND', message: '없습니다.', requestId: '1' } },
    });
    await screen.findByRole('heading', { level: 1 });
    const asking = () =>
      client
        .getQueryCache()
        .findAll({ type: 'active' })
        .map(({ queryKey }) => queryKey.join(' '));
    await waitFor(() => expect(asking().filter((key) => key.includes('week'))).toEqual([]));
  });
});
