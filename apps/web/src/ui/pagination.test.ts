import { describe, expect, it } from 'vitest';
import { pageWindow } from './pagination.tsx';

/** One-based, with `…` for a gap. */
function shown(current: number, total: number): string {
  return pageWindow(current, total)
    .map((slot) => (slot.kind === 'gap' ? '…' : String(slot.page + 1)))
    .join(' ');
}

describe('pageWindow', () => {
  const cases: [current: number, total: number, text: string][] = [
    [0, 0, ''],
    [0, 1, '1'],
    [0, 5, '1 2 3 4 5'],
    [0, 24, '1 2 3 4 5 … 24'],
    [2, 24, '1 2 3 4 5 … 24'],
    [3, 24, '1 2 3 4 5 6 … 24'],
    [4, 24, '1 … 3 4 5 6 7 … 24'],
    [5, 24, '1 … 4 5 6 7 8 … 24'],
    [19, 24, '1 … 18 19 20 21 22 … 24'],
    [20, 24, '1 … 19 20 21 22 23 24'],
    [23, 24, '1 … 20 21 22 23 24'],
    [5, 6, '1 2 3 4 5 6'],
    [6, 7, '1 … 3 4 5 6 7'],
    [99, 7, '1 … 3 4 5 6 7'],
    [-3, 7, '1 2 3 4 5 … 7'],
  ];
  it.each(cases)('shows page %d of %d as %s [LIST-14]', (current, total, text) => {
    expect(shown(current, total)).toBe(text);
  });

  it.each([
    [0, 5, '1 2 3 4 5'],
    [0, 6, '1 2 3'],
    [3, 24, '3 4 5'],
    [23, 24, '22 23 24'],
  ])(
    'leaves out on phones what a row has no room for, at page %d of %d [LIST-14]',
    (current, total, text) => {
      const left = pageWindow(current, total).filter(
        (slot) => slot.kind === 'page' && !slot.isWide,
      );
      expect(left.map((slot) => (slot.kind === 'page' ? slot.page + 1 : '')).join(' ')).toBe(text);
    },
  );
});
