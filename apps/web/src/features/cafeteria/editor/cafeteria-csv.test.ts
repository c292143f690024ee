import type { CafeteriaDay } from '@naru/contract/cafeteria';
import { describe, expect, it } from 'vitest';
import { decodeCsv } from '../../../lib/csv.ts';
import { toCsv } from './week-draft.ts';

const DAY: CafeteriaDay = {
  date: '2026-11-23',
  studentState: 'OPEN',
  staffState: 'CLOSED',
  studentCafeteria: { SET_MENU: ['쌀밥', '된장국'], WESTERN: [], SNACK: ['=1+1'], RAMEN: [] },
  staffCafeteria: { BREAKFAST: [], LUNCH: [], DINNER: [] },
};

const bytes = (list: number[]) => new Uint8Array(list).buffer;

describe('toCsv', () => {
  it('escapes formulas so that a spreadsheet opens the week as text', () => {
    const NOT_POSTED = { ...DAY, date: '2026-11-24', studentState: 'NOT_POSTED' as const };
    const empty = { SET_MENU: [], WESTERN: [], SNACK: [], RAMEN: [] };
    expect(toCsv([DAY, { ...NOT_POSTED, studentCafeteria: empty }])).toBe(
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
    expect(decodeCsv(bytes([0xb3, 0xaf, 0xc2, 0xa5]))).toBe('날짜');
  });

  it('returns null for binary data', () => {
    expect(decodeCsv(bytes([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00]))).toBeNull();
    expect(decodeCsv(bytes([0x89, 0x50, 0x4e, 0x47, 0xff, 0xff]))).toBeNull();
  });
});
