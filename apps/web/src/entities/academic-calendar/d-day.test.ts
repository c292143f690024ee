import { describe, expect, it } from 'vitest';
import { dDay, soonDates } from './d-day.ts';

const exam = { title: '기말고사', startsOn: '2026-12-14', endsOn: '2026-12-18' };

describe('dDay', () => {
  it.each([
    ['2026-11-30', 'D-14'],
    ['2026-12-13', 'D-1'],
    ['2026-12-14', 'D-DAY'],
    ['2026-12-15', '진행 중'],
    ['2026-12-18', '진행 중'],
    ['2026-12-19', '지남'],
  ])('on %s is %s [CAL-03]', (today, expected) => expect(dDay(exam, today)).toBe(expected));

  it('counts over the end of a year and of February', () => {
    const day = (at: string) => ({ startsOn: at, endsOn: at });
    expect(dDay(day('2027-01-01'), '2026-12-31')).toBe('D-1');
    expect(dDay(day('2028-03-01'), '2028-02-28')).toBe('D-2');
  });
});

describe('soonDates', () => {
  it('names what begins or ends within a week, and drops what has ended [CAL-03]', () => {
    const end = { title: '종강', startsOn: '2026-12-18', endsOn: '2026-12-18' };
    expect(soonDates([exam, end], '2026-12-17')).toBe('진행 중 기말고사 · D-1 종강');
    expect(soonDates([exam, end], '2026-12-07')).toBe('D-7 기말고사');
    expect(soonDates([exam, end], '2026-12-06')).toBeNull();
    expect(soonDates([exam], '2026-12-19')).toBeNull();
    expect(soonDates([], '2026-12-19')).toBeNull();
  });
});
