import type { CafeteriaDay } from '@naru/contract/cafeteria';
import { writeCsv } from '../../../lib/csv.ts';
import { CAFETERIAS, CATEGORIES, KOREAN_NAMES } from './week-draft.ts';

const HEADING = ['날짜', '식당', '구분', '메뉴'];

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
  return writeCsv([HEADING, ...rows]);
}

export function templateCsv(day: string): string {
  return writeCsv([
    HEADING,
    [day, '학생식당', '정식', '쌀밥, 된장국, 제육볶음'],
    [day, '교직원식당', '휴무', ''],
  ]);
}
