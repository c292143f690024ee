import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, isInReach, nameOfDay, todayInKorea } from './cafeteria-days.ts';

describe('cafeteria days', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-30T15:30:00Z') }));
  afterEach(() => vi.useRealTimers());

  it('returns the Korean date', () => {
    expect(todayInKorea()).toBe('2026-12-01');
  });

  it('adds days across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });

  it('reaches 14 days back and ahead', () => {
    expect(isInReach('2026-11-17', '2026-12-01')).toBe(true);
    expect(isInReach('2026-11-16', '2026-12-01')).toBe(false);
    expect(isInReach('2026-12-15', '2026-12-01')).toBe(true);
    expect(isInReach('2026-12-16', '2026-12-01')).toBe(false);
  });

  it('formats a day', () => {
    expect(nameOfDay('2026-11-20')).toBe('11월 20일 금요일');
  });
});
