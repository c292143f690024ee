import type { CafeteriaDay, EditedDay } from '@naru/contract/cafeteria';
import { describe, expect, it } from 'vitest';
import { decodeCsv } from '../../../lib/csv.ts';
import { isWeekInReach, mondayOf, nameOfWeek, weekBy } from '../cafeteria-days.ts';
import {
  changedDays,
  findInvalidCafeteria,
  findPartErrors,
  toCafeteriaDay,
  toCsv,
  toDraftDay,
} from './week-draft.ts';

const DAY: EditedDay = {
  version: 'v1',
  date: '2026-11-20',
  studentState: 'OPEN',
  staffState: 'CLOSED',
  studentCafeteria: { SET_MENU: ['쌀밥', '국'], WESTERN: [], SNACK: [], RAMEN: [] },
  staffCafeteria: { BREAKFAST: [], LUNCH: [], DINNER: [] },
};

describe('toDraftDay and toCafeteriaDay', () => {
  it('convert lists to one text per category and back', () => {
    const draft = toDraftDay(DAY);
    expect(draft.student.texts.SET_MENU).toBe('쌀밥\n국');
    expect({ ...toCafeteriaDay(draft), version: draft.version }).toEqual(DAY);
    expect(changedDays([draft], [draft])).toEqual([]);
  });

  it('drop empty lines and the dishes of a closed cafeteria', () => {
    const draft = toDraftDay(DAY);
    const texts = { ...draft.student.texts, SET_MENU: ' 쌀밥 \n\n 국\n' };
    const spaced = { ...draft, student: { ...draft.student, texts } };
    expect(changedDays([spaced], [draft])).toEqual([]);
    const closed = { ...draft, student: { ...draft.student, state: 'CLOSED' as const } };
    expect(changedDays([closed], [draft])[0]?.studentCafeteria.SET_MENU).toEqual([]);
  });

  it('report the errors of the contract schema', () => {
    const part = (texts: Record<string, string>) => ({ state: 'OPEN' as const, texts });
    expect(findPartErrors('staff', part({}))).toEqual({
      BREAKFAST: '운영하는 식당에는 메뉴를 한 가지 이상 적어 주세요.',
    });
    expect(findPartErrors('student', part({ RAMEN: '가'.repeat(41) }))).toEqual({
      RAMEN: '메뉴 이름은 40자 이하로 입력해 주세요.',
    });
    expect(findPartErrors('student', part({ SNACK: '국\n'.repeat(21) }))).toEqual({
      SNACK: '메뉴는 한 칸에 20개까지 적을 수 있습니다.',
    });
    expect(findPartErrors('student', { state: 'CLOSED', texts: {} })).toEqual({});
    const draft = toDraftDay(DAY);
    expect(findInvalidCafeteria([draft])).toBeNull();
    expect(findInvalidCafeteria([{ ...draft, staff: part({}) }])).toBe('staff');
  });
});

describe('weeks', () => {
  it('start on Monday across months and years', () => {
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2026-11-16')).toBe('2026-11-16');
    expect(mondayOf('2027-01-01')).toBe('2026-12-28');
    expect(weekBy('2026-12-28', 1)).toBe('2027-01-04');
    expect(nameOfWeek('2026-11-30')).toBe('11월 30일 ~ 12월 6일');
  });

  it('are editable within 60 days back and ahead', () => {
    expect(isWeekInReach('2027-01-11', '2026-11-20')).toBe(true);
    expect(isWeekInReach('2027-01-18', '2026-11-20')).toBe(false);
    expect(isWeekInReach('2026-09-21', '2026-11-20')).toBe(true);
    expect(isWeekInReach('2026-09-14', '2026-11-20')).toBe(false);
  });
});

const SHOWN_DAY: CafeteriaDay = {
  date: '2026-11-23',
  studentState: 'OPEN',
  staffState: 'CLOSED',
  studentCafeteria: { SET_MENU: ['쌀밥', '된장국'], WESTERN: [], SNACK: ['=1+1'], RAMEN: [] },
  staffCafeteria: { BREAKFAST: [], LUNCH: [], DINNER: [] },
};

const bytes = (list: number[]) => new Uint8Array(list).buffer;

describe('toCsv', () => {
  it('escapes formulas so that a spreadsheet opens the week as text', () => {
    const NOT_POSTED = { ...SHOWN_DAY, date: '2026-11-24', studentState: 'NOT_POSTED' as const };
    const empty = { SET_MENU: [], WESTERN: [], SNACK: [], RAMEN: [] };
    expect(toCsv([SHOWN_DAY, { ...NOT_POSTED, studentCafeteria: empty }])).toBe(
      [
        '\ufeff날짜,식당,구분,메뉴',
        '2026-11-23,학생식당,정식,"쌀밥, 된장국"',
        '2026-11-23,학생식당,분식, =1+1',
        '2026-11-23,교직원식당,휴무,',
        '2026-11-24,교직원식당,휴무,',
        '',
      ].join('\r\n'),
    );
  });
});

describe('decodeCsv', () => {
  it('reads UTF-8 with and without a byte order mark', () => {
    expect(decodeCsv(new TextEncoder().encode('날짜').buffer as ArrayBuffer)).toBe('날짜');
    expect(decodeCsv(new TextEncoder().encode('\ufeff날짜').buffer as ArrayBuffer)).toBe('날짜');
  });

  it('reads CP949, which Excel writes in Korea', () => {
    expect(decodeCsv(bytes([0xff, 0xfe, 0xa0, 0xb0, 0xdc, 0xc9]))).toBe('날짜');
    expect(decodeCsv(bytes([0xfe, 0xff, 0xb0, 0xa0, 0xc9, 0xdc]))).toBe('날짜');
    expect(decodeCsv(bytes([0xb3, 0xaf, 0xc2, 0xa5]))).toBe('날짜');
  });

  it('returns null for binary data', () => {
    expect(decodeCsv(bytes([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00]))).toBeNull();
    expect(decodeCsv(bytes([0x89, 0x50, 0x4e, 0x47, 0xff, 0xff]))).toBeNull();
  });
});
