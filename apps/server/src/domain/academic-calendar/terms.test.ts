import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarOf } from './term-dates.ts';
import { termDates, termOf, weekdaysWithin } from './terms.ts';

const NONE = new Map();

describe('terms', () => {
  it.each([
    ['2026-02-28', 2025, 2],
    ['2026-03-01', 2026, 1],
    ['2026-08-31', 2026, 1],
    ['2026-09-01', 2026, 2],
    ['2026-12-31', 2026, 2],
    ['2027-01-01', 2026, 2],
    ['2028-02-29', 2027, 2],
  ])('%s belongs to %i-%i [LECT-07]', (day, year, semester) => {
    expect(termOf(day, NONE)).toEqual({ year, semester });
  });

  it('a term is current from its first lecture when that is before its first month', () => {
    const calendar = new Map([
      ['2026-2', { from: '2026-08-24', to: '2026-12-11' }],
      ['2027-1', { from: '2027-02-22', to: '2027-06-11' }],
      ['2026-1', { from: '2026-03-09', to: '2026-06-19' }],
    ]);
    expect(termOf('2026-08-23', calendar)).toEqual({ year: 2026, semester: 1 });
    expect(termOf('2026-08-24', calendar)).toEqual({ year: 2026, semester: 2 });
    expect(termOf('2027-02-22', calendar)).toEqual({ year: 2027, semester: 1 });
    expect(termOf('2026-03-02', calendar)).toEqual({ year: 2026, semester: 1 });
  });

  it('a term lasts 16 weeks from the first Monday of March or September [TIME-07]', () => {
    expect(termDates({ year: 2026, semester: 1 }, NONE)).toEqual({
      from: '2026-03-02',
      to: '2026-06-21',
    });
    expect(termDates({ year: 2026, semester: 2 }, NONE)).toEqual({
      from: '2026-09-07',
      to: '2026-12-27',
    });
    expect(termDates({ year: 2025, semester: 2 }, NONE).from).toBe('2025-09-01');
  });

  it('every weekday, Sunday included, occurs 16 times', () => {
    const dates = termDates({ year: 2026, semester: 2 }, NONE);
    for (const dow of [1, 2, 3, 4, 5, 6, 7]) {
      const days = weekdaysWithin(dates, dow);
      expect(days).toHaveLength(16);
      expect(new Set(days.map((day) => new Date(day).getUTCDay()))).toEqual(new Set([dow % 7]));
    }
    expect(weekdaysWithin({ from: '2026-09-01', to: '2026-09-03' }, 5)).toEqual([]);
  });
});

type Entry = Parameters<typeof calendarOf>[0][number];
const entry = (title: string, startsOn: string, more: Partial<Entry> = {}): Entry => ({
  title,
  startsOn,
  endsOn: startsOn,
  isOfStaff: true,
  ...more,
});
const read = (...entries: Entry[]) => Object.fromEntries(calendarOf(entries));

describe('the days of terms in the academic calendar', () => {
  it.each([
    ['개강', '2027-03-02', '2027-1', { from: '2027-03-02' }],
    ['2027학년도 1학기 개강', '2027-03-02', '2027-1', { from: '2027-03-02' }],
    ['제2학기 개강일', '2027-08-30', '2027-2', { from: '2027-08-30' }],
    ['개강 (2학기)', '2027-09-01', '2027-2', { from: '2027-09-01' }],
    ['수업 시작', '2027-02-22', '2027-1', { from: '2027-02-22' }],
    ['1학기 종강', '2027-06-18', '2027-1', { to: '2027-06-18' }],
    ['2학기 종강', '2028-01-07', '2027-2', { to: '2028-01-07' }],
    ['수강 신청', '2027-02-08', '2027-1', { enrolment: '2027-02-08' }],
    ['2027-1학기 예비수강신청', '2026-12-14', '2027-1', { enrolment: '2026-12-14' }],
    ['재학생 수강신청 기간', '2027-08-09', '2027-2', { enrolment: '2027-08-09' }],
  ])('%s on %s [TIME-81]', (title, day, term, known) => {
    expect(read(entry(title, day))).toEqual({ [term]: known });
  });

  it.each([
    ['학과 개강 모임', '2027-03-10'],
    ['하계 계절학기 개강', '2027-06-28'],
    ['계절학기 수강신청', '2027-06-01'],
    ['수강신청 정정', '2027-03-02'],
    ['개강', '2027-06-28'],
    ['종강', '2027-03-02'],
    ['2학기 개강', '2027-03-02'],
    ['2026학년도 개강', '2027-03-02'],
    ['수강신청', '2027-05-10'],
  ])('%s on %s belongs to no term [TIME-81]', (title, day) => {
    expect(read(entry(title, day))).toEqual({});
  });

  it('takes what staff wrote before what was read elsewhere, then the first 개강 and the last 종강 [TIME-81]', () => {
    const source = { isOfStaff: false };
    const rows = [
      entry('개강', '2027-03-03'),
      entry('개강', '2027-03-02'),
      entry('개강', '2027-03-01', source),
      entry('종강', '2027-06-15', source),
      entry('종강', '2027-06-22', source),
    ];
    const known = { '2027-1': { from: '2027-03-02', to: '2027-06-22' } };
    expect(read(...rows)).toEqual(known);
    expect(read(...rows.toReversed())).toEqual(known);
  });

  it('reads the same in whatever order entries come [TIME-81]', () => {
    const source = { isOfStaff: false };
    const rows = [
      entry('1학기 개강', '2027-03-02'),
      entry('1학기 종강', '2027-06-18'),
      entry('1학기 종강', '2027-06-25', source),
      entry('1학기 수강신청', '2027-02-15'),
      entry('1학기 예비수강신청', '2027-02-08'),
      entry('1학기 수강신청', '2027-02-01', source),
      entry('2학기 개강', '2027-08-30'),
      entry('2학기 개강', '2027-09-01'),
      entry('2학기 종강', '2027-12-17'),
      entry('2학기 수강신청', '2027-08-09'),
      entry('2학기 예비수강신청', '2027-08-02'),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(read(...shuffled)).toEqual({
          '2027-1': { from: '2027-03-02', to: '2027-06-18', enrolment: '2027-02-08' },
          '2027-2': { from: '2027-08-30', to: '2027-12-17', enrolment: '2027-08-02' },
        });
      }),
    );
  });

  it('counts 16 weeks where 종강 is missing or cannot be [TIME-81]', () => {
    const dates = (...rows: Entry[]) => termDates({ year: 2027, semester: 1 }, calendarOf(rows));
    const begin = entry('개강', '2027-03-02');
    const usual = { from: '2027-03-02', to: '2027-06-21' };
    expect(dates(begin)).toEqual(usual);
    expect(dates(begin, entry('종강', '2027-05-01', { endsOn: '2027-04-20' }))).toEqual(usual);
    expect(dates(begin, entry('종강', '2027-06-11'))).toEqual({ ...usual, to: '2027-06-11' });
    expect(dates(entry('종강', '2027-06-18'))).toEqual({ from: '2027-03-01', to: '2027-06-18' });
  });
});
