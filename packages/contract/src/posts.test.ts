import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { itemForm, readPrice } from './market-fields.ts';
import { sortYears, yearsName, yearsOfTitle } from './notice-audience.ts';
import { labelledTitle } from './notice-groups.ts';
import { academicYearOf, guessStudyYear } from './study-years.ts';
import { TEXTS } from './texts.ts';

const GOOD = { title: '이산수학', price: '12000', description: '깨끗합니다.' };

/** The first message of each field. */
function messagesOf(input: typeof GOOD) {
  const { error } = z.safeParse(itemForm, input);
  return error ? z.flattenError(error).fieldErrors : {};
}

describe('readPrice', () => {
  it.each([
    ['0', 0],
    ['12,000원', 12_000],
    ['100000000', 100_000_000],
    ['100000001', null],
    ['-1', null],
    ['1.5', null],
    ['만원', null],
    ['', null],
  ])('reads %s as %s [MARKET-04]', (text, price) => {
    expect(readPrice(text)).toBe(price);
  });
});

describe('itemForm', () => {
  it('accepts a complete item', () => {
    expect(z.parse(itemForm, GOOD)).toEqual({ ...GOOD, price: 12_000 });
  });

  it.each(['title', 'price', 'description'] as const)(
    'requires every field when %s is blank',
    (field) => {
      expect(messagesOf({ ...GOOD, [field]: '  ' })).toEqual({ [field]: [TEXTS.marketRequired] });
    },
  );

  it('reports an invalid price and a long title', () => {
    expect(messagesOf({ ...GOOD, price: '1e3' })).toEqual({ price: [TEXTS.priceFormat] });
    expect(messagesOf({ ...GOOD, title: '가'.repeat(101) })).toEqual({
      title: [TEXTS.titleLength],
    });
  });
});

describe('the label of a title', () => {
  it.each([
    ['<전학년> 수강 신청', []],
    ['<4학년> 졸업 심사', [4]],
    ['<1·2학년> 안내', [1, 2]],
    ['<3, 4학년> 안내', [3, 4]],
    ['<1학년,2학년> 안내', [1, 2]],
    ['<1~3학년> 안내', [1, 2, 3]],
    ['<1-4학년> 안내', []],
    ['졸업 심사 <4학년>', null],
    ['<5학년> 안내', null],
    ['<필독> 안내', null],
    ['4학년 안내', null],
  ])('of %s names %j [POST-63]', (title, years) => {
    expect(yearsOfTitle(title)).toEqual(years);
  });

  it('is added once and names the chosen years [POST-63]', () => {
    expect(labelledTitle('공지', [])).toBe('<전학년> 공지');
    expect(labelledTitle('공지', [3, 4])).toBe('<3·4학년> 공지');
    expect(labelledTitle('<4학년> 공지', [4])).toBe('<4학년> 공지');
    expect(sortYears([4, 1, 4])).toEqual([1, 4]);
    expect(sortYears([4, 3, 2, 1])).toEqual([]);
    expect(yearsName([])).toBe('전학년');
  });
});

describe('the year of study', () => {
  it('is guessed from a student number; the academic year begins in March [MEMB-58]', () => {
    expect(academicYearOf('2027-02-28')).toBe(2026);
    expect(academicYearOf('2027-03-01')).toBe(2027);
    expect(guessStudyYear('20240123', 2026)).toBe(3);
    expect(guessStudyYear('20180123', 2026)).toBeNull();
    expect(guessStudyYear('20270123', 2026)).toBeNull();
    expect(guessStudyYear('prof01', 2026)).toBeNull();
    expect(guessStudyYear('2024', 2026)).toBeNull();
  });
});
