import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { type LineError, readLargeTable, readTable, type Table } from '../../platform/csv.ts';

const HEADINGS = { date: '날짜', cafeteria: '식당', category: '구분', dishes: '메뉴' } as const;

/** The cells of one line by heading. */
export interface CsvLine extends Record<keyof typeof HEADINGS, string> {
  line: number;
}

const OPTIONS = {
  headings: HEADINGS,
  rest: 'dishes',
  maxLines: LIMITS.mealFileLines,
  empty: TEXTS.menuFileEmpty,
  tooLarge: TEXTS.menuFileTooLarge,
} as const;

interface MealTable {
  lines: CsvLine[];
  errors: LineError[];
}

/** Splits a meal file into lines; `errors` lists the lines that cannot be parsed. */
export const readCsv = (csv: string): MealTable => toLines(readTable(csv, OPTIONS));

/** The same, in which others get their turn. */
export const readCsvInTurns = async (csv: string): Promise<MealTable> =>
  toLines(await readLargeTable(csv, OPTIONS));

function toLines({ lines, errors }: Table<keyof typeof HEADINGS>): MealTable {
  const blank = { date: '', cafeteria: '', category: '', dishes: '' };
  return { lines: lines.map(({ line, cells }) => ({ ...blank, ...cells, line })), errors };
}
