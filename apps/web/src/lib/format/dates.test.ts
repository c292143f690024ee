import { describe, expect, it } from 'vitest';
import {
  formatCommunityTime,
  formatDay,
  formatListDate,
  formatNotificationTime,
  koreanDayAfter,
} from './dates.ts';
import { formatBytes, formatCount, formatPrice } from './numbers.ts';

const AT = '2026-11-20T12:00:00+09:00';
const START = Date.parse(AT);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('formatCommunityTime', () => {
  const cases: [age: number, text: string][] = [
    [-5 * MINUTE, '방금 전'],
    [0, '방금 전'],
    [SECOND - 1, '방금 전'],
    [SECOND, '1초 전'],
    [MINUTE - 1, '59초 전'],
    [MINUTE, '1분 전'],
    [HOUR - 1, '59분 전'],
    [HOUR, '1시간 전'],
    [DAY - 1, '23시간 전'],
    [DAY, '1일 전'],
    [14 * DAY - 1, '13일 전'],
    [14 * DAY, '2주 전'],
    [21 * DAY, '3주 전'],
    [35 * DAY - 1, '4주 전'],
    [35 * DAY, '1개월 전'],
    [60 * DAY, '2개월 전'],
    [365 * DAY - 1, '11개월 전'],
    [365 * DAY, '1년 전'],
    [730 * DAY, '2년 전'],
  ];
  it.each(cases)('formats an age of %d ms as %s [UI-13]', (age, text) => {
    expect(formatCommunityTime(AT, START + age)).toBe(text);
  });
});

describe('formatNotificationTime', () => {
  const cases: [age: number, text: string][] = [
    [-HOUR, '방금 전'],
    [MINUTE - 1, '방금 전'],
    [MINUTE, '1분 전'],
    [HOUR - 1, '59분 전'],
    [HOUR, '1시간 전'],
    [DAY - 1, '23시간 전'],
    [DAY, '1일 전'],
    [7 * DAY - 1, '6일 전'],
    [7 * DAY, '2026-11-20'],
  ];
  it.each(cases)('formats an age of %d ms as %s [UI-14]', (age, text) => {
    expect(formatNotificationTime(AT, START + age)).toBe(text);
  });
});

describe('formatListDate', () => {
  it('uses Korean time in every browser time zone [UI-15]', () => {
    expect(formatListDate('2026-11-19T15:05:00Z')).toBe('2026-11-20 00:05');
    expect(formatDay('2026-11-19T14:59:59Z')).toBe('2026-11-19');
  });

  it('returns an empty string for an invalid date', () => {
    expect(formatListDate('어제')).toBe('');
    expect(formatCommunityTime('', START)).toBe('');
  });
});

describe('koreanDayAfter', () => {
  it('changes the day at midnight in Korea', () => {
    expect(koreanDayAfter(0, Date.parse('2026-11-20T14:59:59Z'))).toBe('2026-11-20');
    expect(koreanDayAfter(0, Date.parse('2026-11-20T15:00:00Z'))).toBe('2026-11-21');
    expect(koreanDayAfter(11, Date.parse('2026-11-20T03:00:00Z'))).toBe('2026-12-01');
  });
});

describe('formatPrice', () => {
  it('separates thousands [UI-16]', () => {
    expect(formatPrice(12000)).toBe('12,000원');
    expect(formatPrice(100_000_000)).toBe('100,000,000원');
  });

  it('formats zero as a price and null as undecided [MARKET-03]', () => {
    expect(formatPrice(0)).toBe('0원');
    expect(formatPrice(null)).toBe('가격 미정');
    expect(formatPrice(undefined)).toBe('가격 미정');
  });
});

describe('formatCount', () => {
  it('separates thousands and abbreviates from ten thousand', () => {
    expect(formatCount(9999)).toBe('9,999');
    expect(formatCount(10_000)).toBe('1만');
    expect(formatCount(12_345)).toBe('1.2만');
  });

  it('is never negative', () => {
    expect(formatCount(-1)).toBe('0');
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0B'],
    [1023, '1023B'],
    [1024, '1KB'],
    [1_048_575, '1023KB'],
    [3_565_158, '3.3MB'],
    [20_971_520, '20MB'],
    [5_500_000_000, '5.1GB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
