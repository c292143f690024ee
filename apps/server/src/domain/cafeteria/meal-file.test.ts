import { describe, expect, it, vi } from 'vitest';
import { turnsGiven } from '../../testing/cpu-time.ts';
import { calendarDay, isInReach } from './day-parts.ts';
import { readMealFile, readMealFileYielding } from './meal-file.ts';

const TODAY = '2026-11-20';
const HEAD = '날짜,식당,구분,메뉴';
const read = (...lines: string[]) => readMealFile([HEAD, ...lines].join('\r\n'), TODAY);
const messages = (...lines: string[]) =>
  read(...lines).errors.map(({ line, message }) => `${line} ${message}`);

describe('readMealFile', () => {
  it('reads quoted cells with commas and line breaks between dishes', () => {
    const { parts, errors } = read(
      '2026-11-23,학생식당,정식,"쌀밥, 된장국,제육볶음"',
      '2026-11-23,학생식당,라면,라면',
      '2026-11-23,교직원식당,중식,"비빔밥\n""매운"" 국"',
      '2026-11-24,학생식당,휴무,',
    );
    expect(errors).toEqual([]);
    expect(parts).toEqual([
      {
        date: '2026-11-23',
        cafeteria: 'student',
        state: 'OPEN',
        dishes: { SET_MENU: ['쌀밥', '된장국', '제육볶음'], RAMEN: ['라면'] },
      },
      {
        date: '2026-11-23',
        cafeteria: 'staff',
        state: 'OPEN',
        dishes: { LUNCH: ['비빔밥', '"매운" 국'] },
      },
      { date: '2026-11-24', cafeteria: 'student', state: 'CLOSED', dishes: {} },
    ]);
  });

  it.each([
    '2026-11-23',
    '2026.11.23',
    '2026. 11. 23.',
    '2026/11/23',
    '20261123',
    '2026년 11월 23일',
    '2026-11-23 (월)',
  ])('parses the date %j', (date) => {
    expect(read(`${date},학생식당,정식,쌀밥`).parts[0]?.date).toBe('2026-11-23');
  });

  it('accepts a byte order mark, tabs, unquoted commas, any column order, short names and empty lines', () => {
    const tabs = '\ufeff메뉴\t구분\t식당\t날짜\n쌀밥\t정식\t학생\t2026-11-23\n\n';
    expect(readMealFile(tabs, TODAY).parts).toHaveLength(1);
    expect(read('2026-11-23,교직원,석식,쌀밥,국,,김치,').parts[0]?.dishes).toEqual({
      DINNER: ['쌀밥', '국', '김치'],
    });
    expect(read('', '2026-11-23,학생식당,정식,쌀밥', ',,,').errors).toEqual([]);
  });

  it.each([
    ['메뉴,비고', '밥,국물 적음', ['밥'], ['비고']],
    ['메뉴,비고', '"밥, 국",', ['밥', '국'], ['비고']],
    ['메뉴,,', '밥,국,', ['밥', '국'], []],
    ['메뉴', '밥,국', ['밥', '국'], []],
    ['메뉴,,열량', '밥,국,700', ['밥'], ['열량', 'E열(제목 없음)']],
  ])(
    'takes no cell under another heading for a dish: %s [LECT-197]',
    (head, cells, dishes, unread) => {
      const { parts, reading } = readMealFile(
        `날짜,식당,구분,${head}\n2026-11-23,학생식당,정식,${cells}`,
        TODAY,
      );
      expect(parts.map((part) => part.dishes)).toEqual([{ SET_MENU: dishes }]);
      expect(reading.unread).toEqual(unread);
    },
  );

  it('refuses a line with stacked marks before it is normalised, and skips invisible dishes [INPUT-18, INPUT-20]', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(
      messages(
        `2026-11-23,학생식당,정식,쌀밥,국${'\u0301'.repeat(31)}`,
        '2026-11-23,학생식당,양식,\u3164,\u200b',
      ),
    ).toEqual([
      '2 글자에 겹쳐 쓴 기호가 너무 많습니다. 기호를 줄여 주세요.',
      '3 메뉴가 비어 있습니다.',
    ]);
    const texts = normalize.mock.contexts.map(String);
    expect(texts.filter((text) => /\p{M}{31}/u.test(text))).toEqual([]);
    expect(read('2026-11-23,학생식당,정식,쌀밥,\u3164').parts[0]?.dishes).toEqual({
      SET_MENU: ['쌀밥'],
    });
  });

  it('returns an error per bad line, sorted by line', () => {
    expect(
      messages(
        '2026-11-23,학생식당,정식,쌀밥',
        '2026-02-30,학생식당,정식,쌀밥',
        '내일,학생식당,정식,쌀밥',
        '2027-11-23,학생식당,정식,쌀밥',
        '2026-11-23,기숙사,정식,쌀밥',
        '2026-11-23,학생식당,조식,쌀밥',
        '2026-11-23,교직원식당,정식,쌀밥',
        '2026-11-23,학생식당,양식,',
        '2026-11-24,학생식당,휴무,쌀밥',
        `2026-11-23,학생식당,분식,${'가'.repeat(41)}`,
        `2026-11-23,학생식당,분식,"${Array.from({ length: 21 }, () => '국').join(',')}"`,
        '2026-11-23,학생식당,정식,잡곡밥',
        '2026-11-23,학생식당,휴무,',
      ),
    ).toEqual([
      '3 날짜를 2026-11-23처럼 적어 주세요.',
      '4 날짜를 2026-11-23처럼 적어 주세요.',
      '5 오늘 기준 앞뒤 60일까지의 식단만 올릴 수 있습니다.',
      '6 식당은 학생식당 또는 교직원식당으로 적어 주세요.',
      '7 학생식당의 구분은 정식, 양식, 분식, 라면, 휴무 가운데 하나여야 합니다.',
      '8 교직원식당의 구분은 조식, 중식, 석식, 휴무 가운데 하나여야 합니다.',
      '9 메뉴가 비어 있습니다.',
      '10 휴무인 줄에는 메뉴를 적을 수 없습니다.',
      '11 메뉴 이름은 40자 이하로 입력해 주세요.',
      '12 메뉴는 한 칸에 20개까지 적을 수 있습니다.',
      '13 2번째 줄과 날짜, 식당, 구분이 같습니다.',
      '14 같은 날 같은 식당에 휴무와 메뉴가 함께 있습니다.',
    ]);
  });

  it('rejects names of Object.prototype as unknown', () => {
    const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
    for (const name of inherited) {
      const place = messages(`2026-11-23,${name},정식,쌀밥`);
      expect(place, name).toEqual(messages('2026-11-23,없는식당,정식,쌀밥'));
      const category = messages(`2026-11-23,학생식당,${name},쌀밥`);
      expect(category, name).toEqual(messages('2026-11-23,학생식당,없는구분,쌀밥'));
    }
  });

  it('reports the line of a broken quote and resumes after it', () => {
    expect(
      messages(
        '2026-11-23,학생식당,정식,"쌀밥" 국',
        '2026-11-23,기숙사,정식,쌀밥',
        '2026-11-23,학생식당,정식,"쌀밥',
      ),
    ).toEqual([
      '2 따옴표가 맞지 않습니다.',
      '3 식당은 학생식당 또는 교직원식당으로 적어 주세요.',
      '4 따옴표가 맞지 않습니다.',
    ]);
  });

  it.each([
    ['', '1 파일에 식단이 없습니다.'],
    ['\n \n', '1 파일에 식단이 없습니다.'],
    [HEAD, '1 파일에 식단이 없습니다.'],
    [
      'date,where,menu\n',
      '1 제목 줄에 식당, 구분 열이 없습니다. 이 줄에 있는 것: date, where, menu',
    ],
    ['\u0001\ufffd', '1 제목 줄에 날짜, 식당, 구분, 메뉴 열이 없습니다. 이 줄에 있는 것: \ufffd'],
    [
      [HEAD, ...Array.from({ length: 1001 }, () => 'x')].join('\n'),
      '1002 파일이 너무 큽니다. 1,000줄 이하로 나누어 올려 주세요.',
    ],
  ])('refuses a file without meals: %#', (csv, message) => {
    const { parts, errors } = readMealFile(csv, TODAY);
    expect(parts).toEqual([]);
    expect(errors.map(({ line, message: text }) => `${line} ${text}`)).toEqual([message]);
  });
});

describe('readMealFileYielding', () => {
  it('reads like the other, and lets others have their turns [LIMIT-09]', async () => {
    const emoji = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';
    const lines = Array.from(
      { length: 400 },
      (_, n) =>
        `2026-12-${String((n % 28) + 1).padStart(2, '0')},학생식당,정식,"${`${emoji}${n},`.repeat(12)}"`,
    );
    const csv = [HEAD, ...lines].join('\n');
    const reading = readMealFileYielding(csv, TODAY);
    expect(await turnsGiven(reading)).toBeGreaterThan(3);
    expect(await reading).toEqual(readMealFile(csv, TODAY));
  });
});

describe('calendarDay', () => {
  it.each([
    [2026, 2, 30],
    [2026, 2, 29],
    [2026, 13, 1],
    [2026, 0, 1],
    [2026, 11, 0],
    [2026, 11, 31],
    [0, 1, 1],
  ])('returns null for %i-%i-%i [MEAL-04]', (year, month, day) => {
    expect(calendarDay(year, month, day)).toBeNull();
  });

  it('accepts leap days and small years', () => {
    expect(calendarDay(2028, 2, 29)).toBe('2028-02-29');
    expect(calendarDay(99, 1, 2)).toBe('0099-01-02');
  });
});

describe('isInReach', () => {
  it('allows 14 days back and ahead across months', () => {
    expect(isInReach('2026-11-06', '2026-11-20')).toBe(true);
    expect(isInReach('2026-12-04', '2026-11-20')).toBe(true);
    expect(isInReach('2026-11-05', '2026-11-20')).toBe(false);
    expect(isInReach('2026-12-05', '2026-11-20')).toBe(false);
  });
});
