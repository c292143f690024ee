import { describe, expect, it } from 'vitest';
import { isClosedLine } from './closed-words.ts';
import { errorIn, menusIn, sourceOf } from './reading.fixture.ts';

const MEALS = { 중식: 'LUNCH', 석식: 'DINNER', '천원의 아침': 'BREAKFAST' };
const STAFF = sourceOf({ type: 'menu-table', cafeteria: 'staff', meals: MEALS });

const DAYS = ['11/23(월)', '11/24(화)', '11/25(수)', '11/26(목)', '11/27(금)'];
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const table = (...rows: string[]) => `<table>${rows.join('')}</table>`;
const open = (date: string, dishes: Record<string, string[]>) => ({
  date: `2026-11-${date}`,
  cafeteria: 'staff',
  state: 'OPEN',
  dishes,
});
const closed = (date: string) => ({ ...open(date, {}), state: 'CLOSED' });

describe('a weekly table of menus', () => {
  it('has a day for each column, and a holiday is closed [SRC-10]', () => {
    const page = table(
      `<caption>주간 식단</caption><thead>${row('구분', ...DAYS)}</thead>`,
      row(
        '<b>중식</b><br>(11:30~13:30)',
        '<p>쌀밥</p><p>미역국,제육볶음</p>배추김치<br>-',
        '돈까스 (5,500원)\n우동',
        '개천절<br>(휴무)',
        '휴무',
        '',
      ),
      row('석식', '비빔밥', '휴무', '휴무', '잔치국수', '&nbsp;'),
      row('원산지', '쌀: 국내산', '', '', '', ''),
      row('간식', '빵', '', '', '', ''),
    );
    expect(menusIn(STAFF, page)).toEqual({
      days: [
        open('23', { LUNCH: ['쌀밥', '미역국', '제육볶음', '배추김치'], DINNER: ['비빔밥'] }),
        open('24', { LUNCH: ['돈까스 (5,500원) 우동'] }),
        closed('25'),
        open('26', { DINNER: ['잔치국수'] }),
      ],
      faults: [{ place: '간식', message: '어느 구분인지 정하지 않은 줄입니다(meals).' }],
    });
  });

  it('may merge cells: corners of a meal, a holiday over all meals, a week of holidays [SRC-10]', () => {
    const page = `<table><tr><th colspan="2">구분</th>${DAYS.map((day) => `<th>${day}</th>`).join('')}</tr>
      <tr><td rowspan="2">중식</td><td>A코너</td><td>김밥</td><td>라면</td><td rowspan="3">추석</td>
        <td rowspan="3" colspan="2">추석 연휴로<br>운영 안 함</td></tr>
      <tr><td>B코너</td><td>우동</td><td>라면</td></tr>
      <tr><td colspan="2">석식</td><td>국밥</td><td></td></tr></table>`;
    expect(menusIn(STAFF, page).days).toEqual([
      open('23', { LUNCH: ['김밥', '우동'], DINNER: ['국밥'] }),
      open('24', { LUNCH: ['라면'] }),
      closed('25'),
      closed('26'),
      closed('27'),
    ]);
  });

  it('may have a row for each day, and a note in its heading [SRC-10]', () => {
    const config = sourceOf({ type: 'menu-table', cafeteria: 'staff', meals: MEALS, days: 'rows' });
    const page = table(
      row('날짜', '천원의 아침', '중식', '석식'),
      row('2026.11.23 월', '토스트', '국밥', ''),
      row('2026.11.24 화 임시공휴일', '', '', ''),
      row('2026.11.25 수', '', '', ''),
    );
    expect(menusIn(config, page).days).toEqual([
      open('23', { BREAKFAST: ['토스트'], LUNCH: ['국밥'] }),
      closed('24'),
    ]);
  });

  it('may name the days of a week whose dates are beside it, over the turn of a year [SRC-10]', () => {
    const config = sourceOf({
      type: 'menu-table',
      cafeteria: 'staff',
      meals: MEALS,
      week: '.week',
    });
    const names = ['월요일', '화', '수(25일)', '목 요일', '금요일'];
    const page = `<p class="week">2026.11.23 ~ 2026.11.27</p>${table(row('', ...names), row('중식', '가', '나', '다', '라', '마'))}`;
    expect(menusIn(config, page).days.map(({ date }) => date)).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
    ]);
    const turn = `<p class="week">2026년 12월 28일 ~ 1월 1일</p>${table(row('', '12.31', '1.1'), row('중식', '떡국', '신정'))}`;
    expect(menusIn(config, turn).days).toEqual([
      { ...open('', { LUNCH: ['떡국'] }), date: '2026-12-31' },
      { ...closed(''), date: '2027-01-01' },
    ]);
  });

  it('brings nothing for a week that is not there yet [SRC-10]', () => {
    const page = table(
      row('구분', ...DAYS),
      row('중식', '', '-', '', '', ''),
      row('석식', '', '', '', '', ''),
    );
    expect(menusIn(STAFF, page)).toEqual({ days: [], faults: [] });
  });

  it('names dishes and days that cannot be taken [SRC-07]', () => {
    const many = Array.from({ length: 21 }, (_, index) => `반찬${index}`).join('<br>');
    const page = table(
      row('', '2026.11.23', '2026.6.1'),
      row('중식', `${'긴'.repeat(41)}<br>${many}`, '밥'),
    );
    const { days, faults } = menusIn(STAFF, page);
    expect(days[0]?.dishes.LUNCH).toHaveLength(20);
    expect(faults.map(({ place }) => place).toSorted()).toEqual([
      '2026-06-01',
      '2026-11-23',
      '2026-11-23',
    ]);
  });

  it.each([
    ['no table', '<p>점검 중입니다.</p>'],
    ['a table of other things', table(row('구분', '가격'), row('중식', '5,000원'))],
    ['no meal', table(row('구분', ...DAYS), row('Lunch', '밥', '밥', '밥', '밥', '밥'))],
  ])('was redesigned when it has %s [SRC-07]', (_, page) => {
    expect(errorIn(STAFF, page)?.code).toBe('LAYOUT_CHANGED');
  });

  it('has no more cells than a page can mean [SRC-08]', () => {
    const page = `<table><tr><td>구분</td><td>11/23</td></tr>
      <tr><td rowspan="65000">중식</td><td colspan="65000" rowspan="65000">밥</td></tr></table>`;
    expect(menusIn(STAFF, page).days).toEqual([open('23', { LUNCH: ['밥'] })]);
  });
});

describe('words for a closed cafeteria', () => {
  it.each([
    '휴무',
    '* 휴 무 *',
    '운영 안 함',
    '개천절',
    '3·1절',
    '추석 연휴로 운영 안 함',
    '대체공휴일(개천절)',
    '11월 25일 임시휴무입니다.',
    '제21대 대통령선거일',
    '동계방학 중 미운영',
    '개교기념일 휴무',
  ])('are recognised: %s [SRC-10]', (line) => {
    expect(isClosedLine(line)).toBe(true);
  });

  it.each([
    '',
    '추석 특식',
    '어린이날 돈까스',
    '방학 특선',
    '중',
    '쌀밥',
    '설렁탕',
    '연휴 뒤 첫 식사',
  ])('are not seen in %s [SRC-10]', (line) => {
    expect(isClosedLine(line)).toBe(false);
  });
});

describe('a file of menus', () => {
  const config = sourceOf({ type: 'menu-csv' });

  it('has the columns that staff import; lines with faults are left out [SRC-10]', () => {
    const file = `날짜,식당,구분,메뉴\n2026-11-23,교직원식당,중식,"쌀밥, 국"\n2026-11-24,교직원,휴무,
2026-11-25,매점,중식,빵\n2027-11-25,교직원,중식,밥\n`;
    const { days, faults } = menusIn(config, file);
    expect(days).toEqual([open('23', { LUNCH: ['쌀밥', '국'] }), closed('24')]);
    expect(faults.map(({ place }) => place)).toEqual(['4번째 줄', '5번째 줄']);
  });

  it.each(['', '<html></html>', '날짜,식당,구분,메뉴\n', '날짜,식당,구분,메뉴\n어제,학생,정식,밥'])(
    'is recognised among other files: %s [SRC-07]',
    (file) => {
      expect(errorIn(config, file)?.code).toBe('LAYOUT_CHANGED');
    },
  );

  it('loses what no database stores [SRC-08]', () => {
    const file = '날짜,식당,구분,메뉴\n2026-11-23,교직원식당,중식,쌀\0밥\n';
    const lone = Buffer.from(`\ufeff${file.replace('\0', '\ud800')}`, 'utf16le');
    for (const body of [file, lone]) {
      expect(menusIn(config, body).days).toEqual([open('23', { LUNCH: ['쌀밥'] })]);
    }
  });

  it('is not longer than the one of staff [SRC-08]', () => {
    expect(errorIn(config, 'a'.repeat(150_001))?.code).toBe('TOO_LARGE');
  });
});
