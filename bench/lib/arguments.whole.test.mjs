import { describe, expect, it } from 'vitest';
import { PlainError } from '../../scripts/lib/progress.mjs';
import { numbersFrom } from './arguments.mjs';

describe('the numbers after a name', () => {
  const defaults = { posts: 1_000, seconds: 60 };

  it('replace defaults in their order', () => {
    expect(numbersFrom([], defaults)).toEqual(defaults);
    expect(numbersFrom(['20'], defaults)).toEqual({ posts: 20, seconds: 60 });
    expect(numbersFrom(['20', '5'], defaults)).toEqual({ posts: 20, seconds: 5 });
  });

  it('are those of a small run after its word, where others may stand in their place [GATE-102]', () => {
    expect(numbersFrom(['small'], defaults, { posts: 10 })).toEqual({ posts: 10, seconds: 60 });
    expect(numbersFrom(['small', '7'], defaults, { posts: 10 })).toEqual({ posts: 7, seconds: 60 });
    expect(() => numbersFrom(['7', 'small'], defaults, { posts: 10 })).toThrow(PlainError);
  });

  it('are refused when they are none, or too many', () => {
    for (const words of [['many'], ['0'], ['-1'], ['1.5'], ['1e9'], [''], ['1', '2', '3']]) {
      expect(() => numbersFrom(words, defaults)).toThrow(PlainError);
    }
    expect(() => numbersFrom(['many'], defaults)).toThrow('many');
    expect(() => numbersFrom(['many'], defaults)).toThrow('[posts] [seconds]');
  });
});
