import { TEXTS } from '@naru/contract/texts';
import { describe, expect, it } from 'vitest';
import { findItemProblem, readPrice } from './check-item.ts';

const GOOD = { title: '이산수학', price: '12000', description: '깨끗합니다.' };

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
  ])('PY-14 reads %s as %s', (text, price) => {
    expect(readPrice(text)).toBe(price);
  });
});

describe('findItemProblem', () => {
  it('lets a whole item pass', () => {
    expect(findItemProblem(GOOD)).toBeNull();
  });

  it.each(['title', 'price', 'description'] as const)(
    'asks for everything when %s is blank',
    (field) => {
      expect(findItemProblem({ ...GOOD, [field]: '  ' })).toEqual({
        field,
        message: TEXTS.marketRequired,
      });
    },
  );

  it('names a wrong price and a long title', () => {
    expect(findItemProblem({ ...GOOD, price: '1e3' })?.message).toBe(TEXTS.priceFormat);
    expect(findItemProblem({ ...GOOD, title: '가'.repeat(101) })?.message).toBe(TEXTS.titleLength);
  });
});
