import { describe, expect, it } from 'vitest';
import { periodsOf } from './stats.periods.ts';

describe('periodsOf', () => {
  it('returns 7 days, today last', () => {
    const days = periodsOf('daily', '2026-03-02');
    expect(days).toHaveLength(7);
    expect(days[0]).toEqual({ from: '2026-02-24', to: '2026-02-24' });
    expect(days[6]).toEqual({ from: '2026-03-02', to: '2026-03-02' });
  });

  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-20', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2027-01-01', '2026-12-28'],
  ])('returns 4 weeks from Monday; that of %s starts on %s', (today, monday) => {
    const weeks = periodsOf('weekly', today);
    expect(weeks).toHaveLength(4);
    expect(weeks[3]?.from).toBe(monday);
    const days = weeks.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to)]);
    const gaps = days.slice(1).map((day, index) => (day - (days[index] ?? 0)) / 86_400_000);
    expect(gaps).toEqual([6, 1, 6, 1, 6, 1, 6]);
  });

  it('returns 6 calendar months across years and leap days', () => {
    expect(periodsOf('monthly', '2028-03-31')).toEqual([
      { from: '2027-10-01', to: '2027-10-31' },
      { from: '2027-11-01', to: '2027-11-30' },
      { from: '2027-12-01', to: '2027-12-31' },
      { from: '2028-01-01', to: '2028-01-31' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-03-01', to: '2028-03-31' },
    ]);
  });
});
