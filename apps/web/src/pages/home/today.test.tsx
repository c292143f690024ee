import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { lectureFixture } from '../../testing/lectures.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { Today } from './today.tsx';

const DAY = 'GET /api/Menu/2026/11/20';
const TERMS = 'GET /api/lecture-room/terms';
const MARKS = 'GET /api/lecture-room/mark';
const WAITING = 'GET /api/lecture-room/waiting';

const current = {
  year: 2026,
  semester: 2,
  name: '2026년 2학기',
  from: '2026-09-01',
  to: '2026-12-20',
};
const none = { SET_MENU: [], WESTERN: [], SNACK: [], RAMEN: [] };
const day = {
  date: '2026-11-20',
  studentState: 'OPEN',
  staffState: 'OPEN',
  studentCafeteria: { ...none, SET_MENU: ['제육볶음', '된장국'] },
  staffCafeteria: { BREAKFAST: [], LUNCH: [], DINNER: [] },
};
const lectures = [
  lectureFixture(1, '자료구조', [{ dow: 'FRIDAY', startTime: 9, endTime: 11 }]),
  lectureFixture(2, '컴퓨터비전', [{ dow: 'FRIDAY', startTime: 14, endTime: 16 }], {
    unreadCount: 3,
  }),
];

const nextDates = [
  { id: 1, title: '등록 기간', startsOn: '2026-11-18', endsOn: '2026-11-21' },
  { id: 2, title: '기말고사', startsOn: '2026-12-14', endsOn: '2026-12-18' },
];

async function show(roles: string[], answers: Parameters<typeof fakeApi>[0] = {}) {
  fakeApi({
    [TERMS]: { body: { current, terms: [], nextDates } },
    [MARKS]: { body: { markedLecture: lectures } },
    [DAY]: { body: day },
    [WAITING]: { body: { posts: [], totalCount: 4, totalPages: 1 } },
    ...answers,
  });
  await renderRouted(<Today />, [['me', { id: 1, roles, favoriteBoards: [] }]]);
}

const line = (text: string | RegExp) => screen.findByRole('link', { name: text });
const target = (link: HTMLElement) => link.getAttribute('href');

describe('Today', () => {
  beforeEach(() => {
    logInForTest();
    // Friday noon in Korea.
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T12:00:00+09:00'));
  });
  afterEach(() => vi.restoreAllMocks());

  it('shows the next lecture, the meal and unread posts, one line each [UI-26]', async () => {
    await show(['STUDENT']);
    const next = await line(/컴퓨터비전 · .*2시간 뒤 시작/);
    expect(target(next)).toBe('/main/study-dashboard/2');
    expect(target(await line('식단정식 제육볶음, 된장국'))).toBe('/main#menu');
    const unread = await line('새 글강의실에 읽지 않은 글 3개');
    expect(target(unread)).toBe('/main/study-dashboard/2');
    const dates = await line('학사일정진행 중 등록 기간 · D-24 기말고사');
    expect(target(dates)).toBe('/main/calendar');
    expect(screen.getAllByRole('link')).toHaveLength(4);
  });

  it('counts the days to the next date right over midnight in Korea [CAL-03]', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-12-13T23:59:50+09:00'));
    await show(['STUDENT'], {
      'GET /api/Menu/2026/12/13': { body: day },
      'GET /api/Menu/2026/12/14': { body: day },
    });
    expect(await line('학사일정D-1 기말고사')).toBeDefined();
    now.mockReturnValue(Date.parse('2026-12-14T00:00:05+09:00'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await line('학사일정D-DAY 기말고사')).toBeDefined();
  });

  it('announces no lecture on a holiday [TIME-84]', async () => {
    const holidays = [{ id: 3, title: '개교기념일', startsOn: '2026-11-20', endsOn: '2026-11-20' }];
    await show(['STUDENT'], {
      [TERMS]: { body: { current: { ...current, holidays }, terms: [] } },
    });
    expect(target(await line('강의개교기념일 · 오늘은 수업이 없습니다.'))).toBe(
      '/main/study-dashboard',
    );
  });

  it('reads terms that a former release stored on the device [CAL-03]', async () => {
    await show(['STUDENT'], { [TERMS]: { body: { current, terms: [] } } });
    expect(await line('학사일정예정된 일정이 없습니다.')).toBeDefined();
  });

  it('leads professors to the questions that wait for an answer', async () => {
    await show(['PROFESSOR']);
    expect(target(await line('질문답변을 기다리는 질문 4개'))).toBe(
      '/main/study-dashboard/waiting',
    );
  });

  it('opens the study room without lectures, and on a free day', async () => {
    await show(['STUDENT'], { [MARKS]: { body: { markedLecture: [] } } });
    expect(target(await line('강의아직 시간표에 강의가 없습니다.'))).toBe('/main/study-dashboard');
    expect(await line('새 글강의실에 읽지 않은 글이 없습니다.')).toBeDefined();
  });

  it('names what could not be loaded and keeps the rest', async () => {
    const failure = { status: 503, body: { error: 'UNAVAILABLE', message: '' } };
    await show(['STUDENT'], {
      [TERMS]: failure,
      [DAY]: { body: { ...day, studentState: 'CLOSED' } },
    });
    expect(await line('강의불러오지 못했습니다.')).toBeDefined();
    expect(await line('식단오늘은 학생식당을 운영하지 않습니다.')).toBeDefined();
    await waitFor(() => expect(screen.getAllByText('불러오지 못했습니다.')).toHaveLength(3));
  });
});
