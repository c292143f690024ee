import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../testing/refusal.ts';
import { anonymityError, anonymityOf, notAllowed, requireSameAnonymity } from './anonymity.ts';

describe('anonymityOf', () => {
  it.each([
    ['SECRET', undefined, { isAnonymous: true, isChosen: false }],
    ['SECRET', true, { isAnonymous: true, isChosen: false }],
    ['FREE', undefined, { isAnonymous: false, isChosen: false }],
    ['FREE', true, { isAnonymous: true, isChosen: true }],
    ['NOTICE', false, { isAnonymous: false, isChosen: false }],
  ] as const)('on %s with %s', (boardType, anonymous, expected) => {
    expect(anonymityOf({ boardType, ...(anonymous !== undefined && { anonymous }) })).toEqual(
      expected,
    );
  });

  it('refuses the choice elsewhere, at its field', () => {
    expect(() => anonymityOf({ boardType: 'NOTICE', anonymous: true })).toThrow(
      '익명으로 쓸 수 없어',
    );
    expect(notAllowed().errors).toMatchObject([{ field: 'anonymous' }]);
  });
});

describe('a stored post', () => {
  it.each([
    [undefined, true, null],
    [true, true, null],
    [false, false, null],
    [true, false, 'VALIDATION_FAILED'],
    [false, true, 'VALIDATION_FAILED'],
  ])('with %s for one that is %s: %s', (anonymous, isAnonymous, code) => {
    const input = anonymous === undefined ? {} : { anonymous };
    const change = () => requireSameAnonymity(input, { isAnonymous });
    expect(refusalOf(change)).toBe(code);
    if (code === null) return;
    const errors = [{ field: 'anonymous', message: '올린 글의 익명 여부는 바꿀 수 없습니다.' }];
    expect(change).toThrow(expect.objectContaining({ errors }));
  });

  it('says with which name its counterpart stands there', () => {
    const open = anonymityError({ isAnonymous: true });
    expect(open.message).toMatch(/^같은 글이 이미 이름으로 올라가 있어/);
    expect(anonymityError({ isAnonymous: false }).message).toMatch(
      /^같은 글이 이미 익명으로 올라가 있어/,
    );
    expect(open.errors).toMatchObject([{ field: 'anonymous' }]);
  });
});
