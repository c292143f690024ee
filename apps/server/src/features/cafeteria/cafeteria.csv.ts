import type { MealLineError } from '@naru/contract/cafeteria';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { CsvError, parse } from 'csv-parse/sync';

/** The cells of one line by heading. */
export interface CsvLine {
  /** Line number from 1, counting the heading and empty lines as a spreadsheet does. */
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
/** Bounds the work on a file of nothing but quotes: parsing restarts after each broken line. */
const BAD_QUOTES_MAX = 50;

/** Splits comma- or tab-separated text into lines; `errors` lists the lines that cannot be parsed. */
export function readCsv(csv: string): { lines: CsvLine[]; errors: MealLineError[] } {
  const { rows, errors } = readRows(csv);
  const heading = rows.findIndex((row) => !isEmpty(row));
  if (heading === -1) {
    return { lines: [], errors: [...errors, { line: 1, message: TEXTS.menuFileEmpty }] };
  }
  const columns = findColumns(rows[heading] ?? []);
  if (columns === null) return { lines: [], errors: [{ line: heading + 1, message: NO_HEADING }] };
  if (rows.length - heading - 1 > LIMITS.mealFileLines) {
    return {
      lines: [],
      errors: [{ line: LIMITS.mealFileLines + 2, message: TEXTS.menuFileTooLarge }],
    };
  }
  const lines = rows.flatMap((row, index) =>
    index <= heading || isEmpty(row) ? [] : [{ line: index + 1, ...readRow(row, columns) }],
  );
  const hasNoData = lines.length === 0 && errors.length === 0;
  if (hasNoData) errors.push({ line: heading + 1, message: TEXTS.menuFileEmpty });
  return { lines, errors };
}

/** Treats a line with broken quotes as empty and resumes at the next one. */
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

/** Appends the records to `rows`; returns the byte offset of the first broken one, or null. */
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
  const indexes = COLUMNS.map((column) => names.indexOf(HEADINGS[column]));
  const [date = -1, cafeteria = -1, category = -1, dishes = -1] = indexes;
  return indexes.includes(-1) ? null : { date, cafeteria, category, dishes };
}

/** Joins the cells from the last column on when it holds the dishes: unquoted commas split them. */
function readRow(row: readonly string[], columns: Record<Column, number>) {
  const cell = (column: Column) => row[columns[column]] ?? '';
  const isLast = columns.dishes === Math.max(...Object.values(columns));
  const dishes = isLast ? row.slice(columns.dishes).join(',') : cell('dishes');
  return { date: cell('date'), cafeteria: cell('cafeteria'), category: cell('category'), dishes };
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((cell) => cell === '');
}
