import { describe, expect, it } from 'vitest';
import {
  barsOf,
  isMonth,
  monthAfter,
  shortPeriod,
  spokenPeriod,
  weeksOf,
} from './calendar-days.ts';

describe('weeksOf', () => {
  it.each([
    ['2026-11', 5, '2026-11-01', '2026-12-05'],
    ['2026-02', 4, '2026-02-01', '2026-02-28'],
    ['2026-08', 6, '2026-07-26', '2026-09-05'],
    ['2028-02', 5, '2028-01-30', '2028-03-04'],
  ])('of %s are %i, from Sunday to Saturday', (month, count, first, last) => {
    const weeks = weeksOf(month);
    expect(weeks).toHaveLength(count);
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([first, last]);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });
});

describe('monthAfter', () => {
  it('turns over the year and stays among the months that an address may name', () => {
    expect(monthAfter('2026-12', 1)).toBe('2027-01');
    expect(monthAfter('2026-01', -1)).toBe('2025-12');
    expect(monthAfter('2000-01', -1)).toBe('2000-01');
    expect(monthAfter('2999-12', 1)).toBe('2999-12');
    expect(['2026-00', '2026-13', '1999-12', '2026-1', 'soon', undefined].filter(isMonth)).toEqual(
      [],
    );
  });
});

describe('barsOf', () => {
  const week = weeksOf('2026-12')[2] ?? [];
  const date = (startsOn: string, endsOn = startsOn) => ({ startsOn, endsOn });

  it('places dates in rows without overlap, cut at the ends of the week [CAL-09]', () => {
    expect([week[0], week[6]]).toEqual(['2026-12-13', '2026-12-19']);
    const term = date('2026-09-01', '2026-12-31');
    const exam = date('2026-12-14', '2026-12-18');
    const talk = date('2026-12-15');
    const end = date('2026-12-19');
    const outside = date('2026-12-20');
    const bars = barsOf([exam, talk, end, term, outside], week);
    expect(bars.map((bar) => [bar.date, bar.from, bar.to, bar.lane])).toEqual([
      [term, 1, 7, 0],
      [exam, 2, 6, 1],
      [talk, 3, 3, 2],
      [end, 7, 7, 1],
    ]);
    expect(bars.map(({ isContinued, goesOn }) => [isContinued, goesOn])).toEqual([
      [true, true],
      [false, false],
      [false, false],
      [false, false],
    ]);
  });
});

it('names periods, with the years where they differ', () => {
  const exam = { startsOn: '2026-12-14', endsOn: '2026-12-18' };
  const vacation = { startsOn: '2026-12-21', endsOn: '2027-02-28' };
  const day = { startsOn: '2026-12-25', endsOn: '2026-12-25' };
  expect(shortPeriod(exam)).toBe('12. 14. (월) ~ 12. 18. (금)');
  expect(shortPeriod(vacation)).toBe('2026. 12. 21. (월) ~ 2027. 2. 28. (일)');
  expect(shortPeriod(day)).toBe('12. 25. (금)');
  expect(spokenPeriod(exam)).toBe('12월 14일 월요일부터 12월 18일 금요일까지');
  expect(spokenPeriod(vacation)).toBe('2026년 12월 21일 월요일부터 2027년 2월 28일 일요일까지');
  expect(spokenPeriod(day)).toBe('12월 25일 금요일');
});
