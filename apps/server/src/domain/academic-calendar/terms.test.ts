import { describe, expect, it } from 'vitest';
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
