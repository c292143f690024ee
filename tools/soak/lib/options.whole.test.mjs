import { describe, expect, it } from 'vitest';
import { PlainError } from '../../../scripts/lib/progress.mjs';
import { readOptions } from './options.mjs';

const read = (...args) => readOptions(args, ['R1', 'R5', 'CLOCK']);

describe('the options of a soak', () => {
  it('are refused when they are unknown, or no numbers within their limits', () => {
    const wrong = [['x'], ['--hours', '1'], ['--minutes'], ['--seed', '']];
    for (const minutes of ['0', '361', '1.5', 'ten']) wrong.push(['--minutes', minutes]);
    for (const args of wrong) expect(() => read(...args)).toThrow(PlainError);
    expect(() => read('--only', 'R1,R99')).toThrow('R99: no statement; there are R1, R5, CLOCK');
  });

  it('choose statements and length; the same seed is the same run', () => {
    expect(read('--seed', '7')).toMatchObject({ ids: null, seed: 7, scale: 1, isShort: false });
    expect(read('--only', 'r1,clock', '--minutes', '60')).toMatchObject({
      ids: ['R1', 'CLOCK'],
      scale: 2,
    });
    expect(read('--short', '--json', 'a.json').json).toMatch(/^\/.*a\.json$/);
  });
});
