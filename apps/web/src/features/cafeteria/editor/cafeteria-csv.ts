import type { CafeteriaDay } from '@naru/contract/cafeteria';
import { LIMITS } from '@naru/contract/limits';
import { CAFETERIAS, CATEGORIES, KOREAN_NAMES } from './week-draft.ts';

const HEADING = '날짜,식당,구분,메뉴';
/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
/** At most four bytes per UTF-16 unit. */
export const FILE_BYTES_MAX = LIMITS.mealFileMax * 4;

/** A week as CSV that can be edited in a spreadsheet and imported again. */
export function toCsv(days: readonly CafeteriaDay[]): string {
  const rows = days.flatMap((day) =>
    CAFETERIAS.flatMap((cafeteria) => {
      const state = cafeteria === 'student' ? day.studentState : day.staffState;
      const lists: Record<string, string[]> =
        cafeteria === 'student' ? day.studentCafeteria : day.staffCafeteria;
      const start = [day.date, KOREAN_NAMES[cafeteria]];
      if (state === 'CLOSED') return [[...start, KOREAN_NAMES.CLOSED, '']];
      return CATEGORIES[cafeteria].flatMap(([key, label]) =>
        lists[key]?.length ? [[...start, label, lists[key].join(', ')]] : [],
      );
    }),
  );
  return fileOf(rows);
}

export function templateCsv(day: string): string {
  return fileOf([
    [day, '학생식당', '정식', '쌀밥, 된장국, 제육볶음'],
    [day, '교직원식당', '휴무', ''],
  ]);
}

export function csvBlob(csv: string): Blob {
  return new Blob([csv], { type: 'text/csv;charset=utf-8' });
}

function fileOf(rows: readonly string[][]): string {
  const lines = [HEADING, ...rows.map((row) => row.map(cell).join(','))];
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

/** Decodes UTF-8, else CP949, which Excel writes in Korea; null for binary files. */
export function decodeCsv(bytes: ArrayBuffer): string | null {
  for (const encoding of ['utf-8', 'euc-kr']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.includes('\0') ? null : text;
    } catch {
      // Try the next encoding.
    }
  }
  return null;
}

/** Quotes where needed and puts a space before text that a spreadsheet would run as a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@]/.test(text) ? ` ${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
