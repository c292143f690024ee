import type { CurrentTerm } from '@naru/contract/lectures';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lectureFixture } from '../../../testing/lectures.ts';
import { weekTimeOf } from './next-lecture.ts';
import { NextStrip } from './next-strip.tsx';

const LEARNING = lectureFixture(1, '기계학습', [{ dow: 'MONDAY', startTime: 9, endTime: 11 }]);

function show(
  lectures: (typeof LEARNING)[],
  today: string,
  holidays: CurrentTerm['holidays'] = [],
) {
  render(
    <NextStrip
      lectures={lectures}
      now={weekTimeOf(Date.parse(`${today}T12:00:00+09:00`))}
      today={today}
      term={{ year: 2026, semester: 2, from: '2026-09-07', to: '2026-12-27', holidays }}
    />,
  );
}

describe('on a day without further lectures', () => {
  it.each([
    ['a Friday', '2026-11-27', '다음 강의 · 월요일 09:00~11:00 · 기계학습'],
    ['the day of a weekly one', '2026-11-30', '다음 강의 · 다음 주 월요일 09:00~11:00 · 기계학습'],
    ['a Sunday', '2026-11-29', '다음 강의 · 내일 09:00~11:00 · 기계학습'],
  ])('says on %s when the next one is', (_, today, text) => {
    show([LEARNING], today);
    expect(screen.getByText('오늘 남은 강의가 없습니다.')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('names none after the end of the term', () => {
    show([LEARNING], '2026-12-25');
    expect(screen.getByText('오늘 남은 강의가 없습니다.')).toBeTruthy();
    expect(screen.queryByText(/^다음 강의/)).toBeNull();
  });

  it('names none in the vacation', () => {
    show([LEARNING], '2026-12-28');
    expect(screen.getByText('이번 학기 강의가 모두 끝났습니다.')).toBeTruthy();
    expect(screen.queryByText(/^다음 강의/)).toBeNull();
  });

  it('says what a timetable without lectures lacks', () => {
    show([], '2026-11-27');
    expect(screen.getByText('아직 시간표에 강의가 없습니다.')).toBeTruthy();
    expect(screen.queryByText(/^다음 강의/)).toBeNull();
  });
});

describe('on a holiday', () => {
  const off = (startsOn: string, endsOn: string) => [{ id: 1, title: '축제', startsOn, endsOn }];

  it('announces no lecture of the day, but the next one [TIME-84]', () => {
    show([LEARNING], '2026-11-30', off('2026-11-30', '2026-11-30'));
    expect(screen.getByText('축제 · 오늘은 수업이 없습니다.')).toBeTruthy();
    expect(screen.getByText('다음 강의 · 다음 주 월요일 09:00~11:00 · 기계학습')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('looks for the next one after the coming holidays [TIME-84]', () => {
    show([LEARNING], '2026-11-27', off('2026-11-30', '2026-12-10'));
    expect(screen.getByText('다음 강의 · 12월 14일 월요일 09:00~11:00 · 기계학습')).toBeTruthy();
  });
});
