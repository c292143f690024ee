import { describe, expect, it } from 'vitest';
import { median, percentile } from './numbers.mjs';

describe('percentiles', () => {
  it('are the smallest number that so large a share does not exceed', () => {
    const numbers = [50, 10, 40, 20, 30];
    expect(median(numbers)).toBe(30);
    expect(percentile(numbers, 0)).toBe(10);
    expect(percentile(numbers, 0.2)).toBe(10);
    expect(percentile(numbers, 0.21)).toBe(20);
    expect(percentile(numbers, 0.99)).toBe(50);
    expect(percentile(numbers, 1)).toBe(50);
    expect(numbers).toEqual([50, 10, 40, 20, 30]);
  });

  it('of even numbers are one of them, and of none not a number', () => {
    expect(median([1, 2, 3, 4])).toBe(2);
    expect(median([])).toBeNaN();
  });
});
