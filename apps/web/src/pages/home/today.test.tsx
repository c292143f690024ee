import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lectureFixture } from '../../testing/lectures.ts';
import { renderRouted } from '../../testing/routed.tsx';
import type { HomeLine } from './home-plan.ts';
import { Today } from './today.tsx';

const slot = { dow: 'FRIDAY', startTime: 14, endTime: 16 } as const;
const lecture = lectureFixture(2, '컴퓨터비전', [slot]);
const LECTURE = { kind: 'lecture', next: { lecture, slot, startsIn: 120, later: 0 } } as HomeLine;
const meal = { day: '2026-11-20', at: 660, label: '점심', text: '정식 제육볶음, 된장국' };
const LINES: [line: HomeLine, text: string, target: string][] = [
  [LECTURE, '강의컴퓨터비전14:00 · 공1-305', '/main/study-dashboard/2'],
  [{ kind: 'meal', meal }, '식단점심정식 제육볶음, 된장국', '/main#menu'],
  [{ kind: 'waiting', count: 4 }, '질문답변을 기다리는 질문 4개', '/main/study-dashboard/waiting'],
  [
    { kind: 'unread', count: 3, lectureId: 2 },
    '새 글강의실에 읽지 않은 글 3개',
    '/main/study-dashboard/2',
  ],
  [
    { kind: 'owed', count: 2, due: '3일 남음' },
    '청원답변할 청원 2개3일 남음',
    '/main/petitions?tab=waiting',
  ],
  [{ kind: 'booking', name: '세미나실', time: '17:00' }, '예약세미나실17:00', '/main/bookings'],
  [{ kind: 'dates', text: 'D-3 기말고사' }, '학사일정D-3 기말고사', '/main/calendar'],
];

const setClock = (time: string) =>
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(`2026-11-20T${time}:00+09:00`));
beforeEach(() => void setClock('12:00'));
afterEach(() => vi.restoreAllMocks());

const show = (lines: HomeLine[], onRetry = () => undefined) =>
  renderRouted(<Today lines={lines} onRetry={onRetry} />);

it.each(LINES)('shows %j in one line that leads on [UI-26]', async (line, text, target) => {
  await show([line]);
  const link = screen.getByRole('link');
  expect([link.textContent, link.getAttribute('href')]).toEqual([text, target]);
});

it.each([
  ['13:00', '60분 뒤 · 공1-305'],
  ['13:25', '35분 뒤 · 공1-305'],
  ['14:00', '수업 중 · 공1-305'],
  ['16:00', '끝남 · 공1-305'],
])('says at %s when the lecture begins [UI-752]', async (time, text) => {
  setClock(time);
  await show([LECTURE]);
  expect(screen.getByText(text)).toBeDefined();
});

it('leaves out a room that is not known', async () => {
  const next = { ...lecture, room: '' };
  await show([{ ...LECTURE, next: { lecture: next, slot, startsIn: 120, later: 0 } } as HomeLine]);
  expect(screen.getByText('14:00')).toBeDefined();
});

it('says that something could not be loaded and tries again [UI-212]', async () => {
  const retry = vi.fn();
  await show([{ kind: 'failed' }], retry);
  expect(screen.getByRole('alert').textContent).toContain('불러오지 못했습니다.');
  fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
  expect(retry).toHaveBeenCalledOnce();
});
