import { LIMITS } from '@naru/contract/limits';
import { describe, expect, it } from 'vitest';
import { shownErrors } from '../../platform/csv.ts';
import { shownChanges } from './shown-changes.ts';

describe('what a response shows of a file of thousands of people [LIMIT-14]', () => {
  const changesOf = (name: string) =>
    Array.from({ length: 5000 }, (_, line) => ({
      line,
      verdict: line % 1000 === 999 ? 'LEFT_OUT' : 'NEW',
      name,
    }));

  it('is the first lines of each verdict, and how many there are of each', () => {
    const { changes, counts } = shownChanges(changesOf('김하늘'));
    expect(counts).toEqual([
      { verdict: 'NEW', count: 4995 },
      { verdict: 'LEFT_OUT', count: 5 },
    ]);
    expect(changes.filter(({ verdict }) => verdict === 'NEW')).toHaveLength(200);
    expect(changes.slice(200).map(({ line }) => line)).toEqual([999, 1999, 2999, 3999, 4999]);
  });

  it('is less where the names are very long', () => {
    const { changes, counts } = shownChanges(changesOf('가'.repeat(1000)));
    expect(Buffer.byteLength(JSON.stringify(changes))).toBeLessThanOrEqual(LIMITS.pageBytes);
    expect(changes.length).toBeGreaterThan(50);
    expect(counts[0]?.count).toBe(4995);
    expect(changes.filter(({ verdict }) => verdict === 'LEFT_OUT')).toHaveLength(5);
  });

  it('has some of each verdict, in the order of the file, where not all of them fit', () => {
    const name = '가'.repeat(1000);
    const lines = Array.from({ length: 600 }, (_, line) => ({
      line,
      verdict: ['NEW', 'LEFT_OUT', 'GRANT'][Math.floor(line / 200)] ?? '',
      name,
    }));
    const { changes } = shownChanges(lines);
    const shown = changes.map(({ line }) => line);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(Buffer.byteLength(JSON.stringify(changes))).toBeLessThanOrEqual(LIMITS.pageBytes);
    const each = [0, 200, 400].map(
      (from) => shown.filter((line) => line >= from && line < from + 200).length,
    );
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
    expect(Math.min(...each)).toBeGreaterThan(20);
  });

  it('names the first bad lines, and counts the others', () => {
    const errors = Array.from({ length: 4000 }, (_, line) => ({ line, message: '고치세요.' }));
    const shown = shownErrors(errors);
    expect(shown).toHaveLength(500);
    expect(shown.at(-1)).toEqual({
      line: 499,
      message: '고치세요. 이 밖에 고칠 줄이 3,500개 더 있습니다.',
    });
    expect(shownErrors(errors.slice(0, 500))).toEqual(errors.slice(0, 500));
    expect(shownErrors([])).toEqual([]);
  });
});
