import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { type LineError, readTable } from '../../platform/csv.ts';

const HEADINGS = { date: '날짜', cafeteria: '식당', category: '구분', dishes: '메뉴' } as const;

/** The cells of one line by heading. */
export interface CsvLine extends Record<keyof typeof HEADINGS, string> {
  line: number;
}

/** Splits a meal file into lines; `errors` lists the lines that cannot be parsed. */
export function readCsv(csv: string): { lines: CsvLine[]; errors: LineError[] } {
  const { lines, errors } = readTable(csv, {
    headings: HEADINGS,
    rest: 'dishes',
    maxLines: LIMITS.mealFileLines,
    empty: TEXTS.menuFileEmpty,
    tooLarge: TEXTS.menuFileTooLarge,
  });
  const blank = { date: '', cafeteria: '', category: '', dishes: '' };
  return { lines: lines.map(({ line, cells }) => ({ ...blank, ...cells, line })), errors };
}
