import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNoMenu, splitDishes } from './dishes.ts';

describe('the dishes of a text', () => {
  it.each([
    ['쌀밥\n미역국\n제육볶음', ['쌀밥', '미역국', '제육볶음']],
    ['쌀밥, 미역국,제육볶음;김치', ['쌀밥', '미역국', '제육볶음', '김치']],
    [
      '제육볶음(돼지고기:국내산, 고춧가루:중국산), 쌀밥',
      ['제육볶음(돼지고기:국내산, 고춧가루:중국산)', '쌀밥'],
    ],
    ['<특식>\n돈까스[소스,샐러드], 우동', ['돈까스[소스,샐러드]', '우동']],
    ['제육덮밥(돼지고기:\n국내산)\n김치', ['제육덮밥(돼지고기: 국내산)', '김치']],
    ['돈까스 5,500원', ['돈까스 5,500원']],
    ['돈까스 (5,500원), 라면 4500원', ['돈까스 (5,500원)', '라면 4500원']],
    ['돈까스(1,2,5,13)\n우동 1,2,5', ['돈까스(1,2,5,13)', '우동 1,2,5']],
    ['돈까스①②\n우동1.2.5.', ['돈까스①②', '우동1.2.5.']],
    ['쌀밥/미역국/제육볶음', ['쌀밥', '미역국', '제육볶음']],
    ['쌀밥 / 미역국', ['쌀밥', '미역국']],
    ['불고기/쌈장', ['불고기/쌈장']],
    ['떡볶이·튀김·순대', ['떡볶이', '튀김', '순대']],
    ['3·1절 특식', ['3·1절 특식']],
    ['돈까스 + 우동', ['돈까스', '우동']],
    ['돈까스+우동', ['돈까스+우동']],
    ['쌀밥+국+김치찌개', ['쌀밥', '국', '김치찌개']],
    ['· 쌀밥\n- 미역국\n★제육볶음', ['쌀밥', '미역국', '제육볶음']],
    ['밥(백미', ['밥(백미']],
    ['밥(백미, 국', ['밥(백미', '국']],
    ['(특식)', ['(특식)']],
    ['A코너\n[한식]\n비빔밥', ['비빔밥']],
    ['', []],
    [Array(9).fill('오이부추무침').join(' '), Array(9).fill('오이부추무침')],
    [`돈까스(돼지고기:국내산, ${'밀:미국산, '.repeat(8)}쌀:국내산)`, ['돈까스']],
  ])('are told apart: %j [MEAL-210]', (text, dishes) => {
    expect(splitDishes(text)).toEqual(dishes);
  });

  it.each([
    '5,500원',
    '5500원',
    '5.500',
    '(5,500원)',
    '₩5,500',
    '가격: 5,500원',
    '학생 5,500원 / 교직원 6,500원',
    '850kcal',
    '(1,024 Kcal)',
    '열량 : 850 kcal',
    '(돼지고기:국내산)',
    '돼지고기:국내산, 쌀(국내산)',
    '원산지: 쌀, 김치 국내산',
    '※ 원산지 : 게시판 참고',
    '(1,2,5,13)',
    '1.2.5.',
    '①②⑤',
    '알레르기 정보: 1, 2, 5',
    '11:30 ~ 13:30',
    '※ 식단은 사정에 따라 바뀔 수 있습니다.',
  ])('have no line of their own for %s [MEAL-210]', (line) => {
    expect(splitDishes(`쌀밥\n${line}\n국`)).toEqual(['쌀밥', '국']);
  });

  it.each([
    '-',
    '—',
    'x',
    '준비중',
    '준비 중입니다.',
    '식단 준비 중입니다',
    '등록된 식단이 없습니다.',
    '등록된 메뉴 정보가 없습니다',
    '식단이 등록되지 않았습니다.',
    '등록된 내용이 없습니다',
    '식단 정보가 없습니다',
    '미정',
    '미등록',
    '메뉴 없음',
    '추후 공지',
    '업데이트 예정입니다',
  ])('are none where there is no menu yet: %s [MEAL-211]', (line) => {
    expect(isNoMenu(line)).toBe(true);
    expect(splitDishes(line)).toEqual([]);
  });

  it.each([
    '메뉴판 정식',
    '준비된 밥',
    '쌀밥',
    '식단 B',
    '없는 국',
    '오늘의 메뉴 돈까스',
    '정보 라면',
  ])('are not hidden by such words: %s [MEAL-211]', (line) => {
    expect(splitDishes(line)).toEqual([line]);
  });

  it('are all there, in order, however they are separated [MEAL-210]', () => {
    const dish = fc.constantFrom(
      '쌀밥',
      '미역국',
      '제육볶음(국내산, 덴마크)',
      '돈까스 5,500원',
      '우동①②',
    );
    fc.assert(
      fc.property(
        fc.array(dish, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('\n', ', ', ',', ' / ', ' · ', ' + ', ';', '\r\n'),
        (dishes, sign) => {
          expect(splitDishes(dishes.join(sign))).toEqual(dishes);
        },
      ),
    );
  });

  it('take no longer than the text is [MEAL-210]', () => {
    for (const text of ['('.repeat(50_000), '(1,'.repeat(20_000), '등록된식단'.repeat(10_000)]) {
      expect(splitDishes(text)).toBeInstanceOf(Array);
    }
  });
});
