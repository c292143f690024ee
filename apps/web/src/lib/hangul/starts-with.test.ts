import { describe, expect, it } from 'vitest';
import { containsTyped, startsWithTyped } from './starts-with.ts';

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

describe('containsTyped', () => {
  /** Stages of typing its words. */
  const STAGES = [
    'ㅂ',
    '배',
    '밴',
    '배너',
    '감',
    '감ㅅ',
    '감사 ㄱ',
    '감사 기',
    '감사 길',
    '감사 기록',
  ];
  it.each(STAGES)('finds what %s becomes [ADMIN-234]', (typed) => {
    expect(containsTyped('행사 배너와 감사 기록', typed)).toBe(true);
  });
  it.each(['밪', '너배', '감가', '기룩'])('does not find %s [ADMIN-234]', (typed) => {
    expect(containsTyped('행사 배너와 감사 기록', typed)).toBe(false);
  });
  it('moves the second of two final letters on [ADMIN-234]', () => {
    expect(containsTyped('닭고기', '닭')).toBe(true);
    expect(containsTyped('달걀', '닭')).toBe(true);
    expect(containsTyped('단계', '닭')).toBe(false);
  });
});
