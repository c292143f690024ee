import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPeopleLines } from './audiences.lines.ts';

afterEach(() => vi.restoreAllMocks());

/** As long as the contract allows. */
const LENGTH = 400_000;
const LONG = ['>', '"', ' ', '<', "'", '=', 'a', '@', '1', 'e', ',', '\t', '\u0301', 'ᄒ'];

/** An expression that takes quadratic time would need minutes here, far beyond the test's timeout. */
describe('a pasted list', () => {
  it.each(LONG)('of a long run of %j is read in linear time [LIMIT-09, INPUT-10]', async (part) => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const run = part.repeat(LENGTH - 1);
    for (const text of [`${run}a`, `a${run}`, run]) {
      const { lines, errors } = await readPeopleLines(text);
      expect(lines).toEqual([]);
      expect(errors.length).toBe(text.trim() === '' ? 0 : 1);
    }
    const blocks = `a${part.repeat(1_998)}a\n`.repeat(LENGTH / 2_001);
    expect((await readPeopleLines(blocks)).lines).toEqual([]);
    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    expect(Math.max(0, ...lengths.slice(0, 10_000))).toBeLessThanOrEqual(300);
  });

  it('of many lines lets others run in between [LIMIT-09]', async () => {
    let turns = 0;
    let isRead = false;
    const count = () => {
      if (isRead) return;
      turns += 1;
      setImmediate(count);
    };
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1;
      return now;
    });
    setImmediate(count);
    await readPeopleLines('20260001\n'.repeat(1_000));
    isRead = true;
    expect(turns).toBeGreaterThan(50);
  });

  it('loses quotes, brackets and white space around a cell [ADMIN-434]', async () => {
    const before = fc.string({ unit: fc.constantFrom('"', "'", '<', '=', ' '), maxLength: 20 });
    const behind = fc.string({ unit: fc.constantFrom('"', "'", '>', ' '), maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(before, behind, async (start, end) => {
        const { lines } = await readPeopleLines(`${start}AB1234${end}`);
        expect(lines).toEqual([{ line: 1, word: 'ab1234' }]);
      }),
    );
  });

  it('skips a long cell of a line, and names a line that is too long [ADMIN-434]', async () => {
    const { lines, errors } = await readPeopleLines(
      `20260001,${'가'.repeat(500)}\n${'가'.repeat(500)}\n${'1,'.repeat(1_500)}`,
    );
    expect(lines).toEqual([{ line: 1, word: '20260001' }]);
    expect(errors.map(({ line }) => line)).toEqual([2, 3]);
    expect(errors[1]?.message).toContain('너무 깁니다');
  });
});
