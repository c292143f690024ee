import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { itemForm, readPrice } from './market-fields.ts';
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
