import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toKst } from './clock.ts';

const OFFSET_MS = 9 * 60 * 60 * 1000;

describe('toKst', () => {
  it('writes every time as the ISO text of the same moment in Korea [UI-15]', () => {
    fc.assert(
      fc.property(fc.date({ max: new Date(8.64e15 - OFFSET_MS), noInvalidDate: true }), (date) => {
        const text = new Date(date.getTime() + OFFSET_MS)
          .toISOString()
          .replace(/\.\d{3}Z$/, '+09:00');
        expect(toKst(date)).toBe(text);
      }),
    );
  });

  it('refuses an invalid time', () => {
    expect(() => toKst(new Date(Number.NaN))).toThrow(RangeError);
  });
});
