import type { Schedule } from '@naru/contract/timetable';
import { describe, expect, it } from 'vitest';
import { findNextLecture, formatStart, vacationText, weekTimeOf } from './next-lecture.ts';
import { findComingLecture } from './next-strip.tsx';

const slot = (dow: Schedule['dow'], startTime: number, endTime: number): Schedule => ({
  dow,
  startTime,
  endTime,
});
const LECTURES = [
  { id: 1, schedules: [slot('MONDAY', 13, 15), slot('FRIDAY', 9, 10)] },
  { id: 2, schedules: [slot('MONDAY', 9, 11)] },
];
const monday = (hour: number, minute = 0) => ({
  dow: 'MONDAY' as const,
  minutes: hour * 60 + minute,
});

describe('weekTimeOf', () => {
  it('returns Korean time in any time zone of the browser', () => {
    expect(weekTimeOf(Date.parse('2026-11-19T15:05:00Z'))).toEqual({ dow: 'FRIDAY', minutes: 5 });
    expect(weekTimeOf(Date.parse('2026-11-22T14:59:59Z'))).toEqual({
      dow: 'SUNDAY',
      minutes: 23 * 60 + 59,
    });
  });
});

describe('vacationText', () => {
  const TERM = { from: '2026-09-07', to: '2026-12-27' };

  it.each([
    ['2026-09-06', '이번 학기 강의는 9월 7일에 시작합니다.'],
    ['2026-09-07', null],
    ['2026-12-27', null],
    ['2026-12-28', '이번 학기 강의가 모두 끝났습니다.'],
    ['2027-02-01', '이번 학기 강의가 모두 끝났습니다.'],
  ])('on %s says %j', (day, text) => {
    expect(vacationText(day, TERM)).toBe(text);
  });
});

describe('findNextLecture', () => {
  it('returns the first lecture of the day', () => {
    const next = findNextLecture(LECTURES, monday(8, 25));
    expect([next?.lecture.id, next?.startsIn, next?.later]).toEqual([2, 35, 1]);
  });

  it('returns a running lecture until its end', () => {
    expect(findNextLecture(LECTURES, monday(9))?.startsIn).toBeNull();
    expect(findNextLecture(LECTURES, monday(10, 59))?.lecture.id).toBe(2);
    expect(findNextLecture(LECTURES, monday(11))?.lecture.id).toBe(1);
  });

  it('returns null after the last lecture of the day', () => {
    expect(findNextLecture(LECTURES, monday(15))).toBeNull();
    expect(findNextLecture(LECTURES, { dow: 'SUNDAY', minutes: 600 })).toBeNull();
    expect(findNextLecture([], monday(9))).toBeNull();
  });
});

describe('formatStart', () => {
  it.each([
    [null, '지금 수업 중'],
    [1, '1분 뒤 시작'],
    [60, '1시간 뒤 시작'],
    [125, '2시간 5분 뒤 시작'],
  ])('reads %j as %s', (startsIn, text) => {
    expect(formatStart(startsIn)).toBe(text);
  });
});

describe('findComingLecture', () => {
  const coming = (dow: Schedule['dow']) => {
    const found = findComingLecture(LECTURES, { dow });
    return found && [found.lecture.id, found.slot.dow, found.inDays];
  };

  it('returns the first lecture of the coming days', () => {
    expect(coming('SUNDAY')).toEqual([2, 'MONDAY', 1]);
    expect(coming('TUESDAY')).toEqual([1, 'FRIDAY', 3]);
    expect(coming('SATURDAY')).toEqual([2, 'MONDAY', 2]);
  });

  it('leaves out those of today, and finds them a week later', () => {
    expect(coming('MONDAY')).toEqual([1, 'FRIDAY', 4]);
    expect(findComingLecture(LECTURES.slice(1), { dow: 'MONDAY' })?.inDays).toBe(7);
  });

  it('returns null without lectures', () => {
    expect(findComingLecture([], { dow: 'MONDAY' })).toBeNull();
  });
});
