import { describe, expect, it } from 'vitest';
import { calendarDay, isInReach } from './days.ts';

describe('calendarDay', () => {
  it.each([
    [2026, 2, 30],
    [2026, 2, 29],
    [2026, 13, 1],
    [2026, 0, 1],
    [2026, 11, 0],
    [2026, 11, 31],
    [0, 1, 1],
  ])('returns null for %i-%i-%i [MEAL-04]', (year, month, day) => {
    expect(calendarDay(year, month, day)).toBeNull();
  });

  it('accepts leap days and small years', () => {
    expect(calendarDay(2028, 2, 29)).toBe('2028-02-29');
    expect(calendarDay(99, 1, 2)).toBe('0099-01-02');
  });
});

describe('isInReach', () => {
  it('allows 14 days back and ahead across months', () => {
    expect(isInReach('2026-11-06', '2026-11-20')).toBe(true);
    expect(isInReach('2026-12-04', '2026-11-20')).toBe(true);
    expect(isInReach('2026-11-05', '2026-11-20')).toBe(false);
    expect(isInReach('2026-12-05', '2026-11-20')).toBe(false);
  });
});
