import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatPrice } from './numbers.ts';

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
