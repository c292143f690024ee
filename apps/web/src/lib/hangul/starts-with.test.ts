import { describe, expect, it } from 'vitest';
import { startsWithTyped } from './starts-with.ts';

describe('startsWithTyped', () => {
  it.each(['', 'ㄷ', '드', '등', '등ㄷ', '등대'])('knows 등대 from %j [COMM-99]', (typed) => {
    expect(startsWithTyped('등대', typed)).toBe(true);
  });

  it('knows a name while a consonant still closes the syllable before', () => {
    expect(startsWithTyped('나루', '날')).toBe(true);
  });

  it('ignores the case, and knows other names apart', () => {
    expect(startsWithTyped('Harbor', 'hAR')).toBe(true);
    expect(startsWithTyped('등대', '부')).toBe(false);
    expect(startsWithTyped('등대', '등대지')).toBe(false);
  });
});
