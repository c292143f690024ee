import { describe, expect, it } from 'vitest';
import { longPeriod, shortPeriod } from './series.tsx';
import { axisOf } from './stats-chart.tsx';

describe('axisOf', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [20, [0, 5, 10, 15, 20]],
    [77, [0, 20, 40, 60, 80]],
    [1204, [0, 500, 1000, 1500]],
  ])('reaches %i with whole numbers', (max, axis) => {
    expect(axisOf(max)).toEqual(axis);
  });
});

describe('shortPeriod and longPeriod', () => {
  it('format days, weeks from Monday and months', () => {
    const day = { from: '2026-11-20', to: '2026-11-20' };
    const week = { from: '2026-11-30', to: '2026-12-06' };
    const month = { from: '2026-11-01', to: '2026-11-30' };
    expect([shortPeriod('daily', day), longPeriod('daily', day)]).toEqual([
      '20 금',
      '11월 20일 금요일',
    ]);
    expect([shortPeriod('weekly', week), longPeriod('weekly', week)]).toEqual([
      '11/30~',
      '11월 30일 ~ 12월 6일',
    ]);
    expect([shortPeriod('monthly', month), longPeriod('monthly', month)]).toEqual([
      '11월',
      '2026년 11월',
    ]);
  });
});
