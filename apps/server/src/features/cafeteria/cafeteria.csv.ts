import type { MealLineError } from '@naru/contract/cafeteria';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { CsvError, parse } from 'csv-parse/sync';

/** One line of a menu file: what stands below each heading. */
export interface MenuLine {
  /** As a spreadsheet counts: from 1, the heading and empty lines included. */
  line: number;
  date: string;
  cafeteria: string;
  category: string;
  dishes: string;
}

const HEADINGS = { date: '날짜', cafeteria: '식당', category: '구분', dishes: '메뉴' } as const;
type Column = keyof typeof HEADINGS;
const COLUMNS = Object.keys(HEADINGS) as Column[];
const NO_HEADING = `첫 줄에 ${Object.values(HEADINGS).join(', ')} 제목이 있어야 합니다.`;
const BAD_QUOTES = '따옴표가 맞지 않습니다.';
/** Reading begins anew behind each: a file of nothing but quotes must not take long. */
const BAD_QUOTES_MAX = 50;

/** Splits the text of a file (commas or tabs) into its lines, and says what cannot be read at all. */
export function readMenuCsv(csv: string): { lines: MenuLine[]; errors: MealLineError[] } {
  const { rows, errors } = readRows(csv);
  const heading = rows.findIndex((row) => !isEmpty(row));
  if (heading === -1) {
    return { lines: [], errors: [...errors, { line: 1, message: TEXTS.menuFileEmpty }] };
  }
  const places = findColumns(rows[heading] ?? []);
  if (places === null) return { lines: [], errors: [{ line: heading + 1, message: NO_HEADING }] };
  if (rows.length - heading - 1 > LIMITS.mealFileLines) {
    return {
      lines: [],
      errors: [{ line: LIMITS.mealFileLines + 2, message: TEXTS.menuFileTooLarge }],
    };
  }
  const lines = rows.flatMap((row, index) =>
    index <= heading || isEmpty(row) ? [] : [{ line: index + 1, ...readRow(row, places) }],
  );
  const isBare = lines.length === 0 && errors.length === 0;
  return { lines, errors: isBare ? [{ line: heading + 1, message: TEXTS.menuFileEmpty }] : errors };
}

/** A line with broken quotes counts as empty; reading goes on with the next one. */
function readRows(csv: string): { rows: string[][]; errors: MealLineError[] } {
  const rows: string[][] = [];
  const errors: MealLineError[] = [];
  const text = csv.replace(/^\ufeff/, '');
  const delimiter = text.split('\n', 1)[0]?.includes('\t') ? '\t' : ',';
  let rest = Buffer.from(text);
  while (rest.length > 0 && errors.length < BAD_QUOTES_MAX) {
    const end = readUntilBroken(rest, delimiter, rows);
    if (end === null) break;
    rows.push([]);
    errors.push({ line: rows.length, message: BAD_QUOTES });
    const nextLine = rest.indexOf('\n', end);
    rest = nextLine === -1 ? Buffer.alloc(0) : rest.subarray(nextLine + 1);
  }
  return { rows, errors };
}

/** Adds the records to `rows`; answers where the first broken one begins, or null. */
function readUntilBroken(text: Buffer, delimiter: string, rows: string[][]): number | null {
  let end = 0;
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      trim: true,
      on_record: (record: string[], { bytes }) => {
        rows.push(record);
        end = bytes;
      },
    });
    return null;
  } catch (error) {
    if (error instanceof CsvError) return end;
    throw error;
  }
}

function findColumns(heading: readonly string[]): Record<Column, number> | null {
  const names = heading.map((name) => name.replaceAll(/\s/g, ''));
  const places = COLUMNS.map((column) => names.indexOf(HEADINGS[column]));
  const [date = -1, cafeteria = -1, category = -1, dishes = -1] = places;
  return places.includes(-1) ? null : { date, cafeteria, category, dishes };
}

/** Dishes in the last column may have been written with bare commas: those are one cell. */
function readRow(row: readonly string[], places: Record<Column, number>) {
  const cell = (column: Column) => row[places[column]] ?? '';
  const isLast = places.dishes === Math.max(...Object.values(places));
  const dishes = isLast ? row.slice(places.dishes).join(',') : cell('dishes');
  return { date: cell('date'), cafeteria: cell('cafeteria'), category: cell('category'), dishes };
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((cell) => cell === '');
}
