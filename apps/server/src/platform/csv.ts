import { CsvError, parse } from 'csv-parse/sync';

export interface LineError {
  /** From 1, counting the heading and empty lines as a spreadsheet does. */
  line: number;
  message: string;
}

export interface TableLine<C extends string> {
  line: number;
  /** The cells by column; a column that the file does not have is absent. */
  cells: Partial<Record<C, string>>;
}

interface TableOptions<C extends string> {
  /** The heading of each column. */
  headings: Record<C, string>;
  /** Columns that the file need not have. */
  optional?: readonly C[];
  /** The column that takes the rest of the line when it is the last: unquoted commas split it. */
  rest?: C;
  maxLines: number;
  /** What to say of a file without lines, and of one with too many. */
  empty: string;
  tooLarge: string;
}

const BAD_QUOTES = '따옴표가 맞지 않습니다.';
/** Bounds the work on a file of nothing but quotes: parsing restarts after each broken line. */
const BAD_QUOTES_MAX = 50;
/** Lines to read at most before the heading. */
const HEAD_LINES = 100;
/** Cells of a line on average: more than any table needs, and what the event loop can wait for. */
const CELLS_MAX = 40;

/**
 * Splits comma- or tab-separated text with a heading; `errors` lists the lines that cannot be parsed.
 * Parses no more lines than are accepted.
 */
export function readTable<C extends string>(
  csv: string,
  options: TableOptions<C>,
): { lines: TableLine<C>[]; errors: LineError[] } {
  const rowsMax = HEAD_LINES + options.maxLines + 1;
  const tooLarge = {
    lines: [],
    errors: [{ line: options.maxLines + 2, message: options.tooLarge }],
  };
  if (countDelimiters(csv) > rowsMax * CELLS_MAX) return tooLarge;
  const { rows, errors } = readRows(csv, rowsMax);
  const heading = rows.findIndex((row) => !isEmpty(row));
  if (heading === -1) {
    return { lines: [], errors: [...errors, { line: 1, message: options.empty }] };
  }
  const columns = findColumns(rows[heading] ?? [], options);
  if (columns === null) {
    return { lines: [], errors: [{ line: heading + 1, message: noHeading(options) }] };
  }
  const isCut = rows.length >= rowsMax;
  if (isCut || rows.length - heading - 1 > options.maxLines) return tooLarge;
  const lines = rows.flatMap((row, index) =>
    index <= heading || isEmpty(row)
      ? []
      : [{ line: index + 1, cells: readCells(row, columns, options.rest) }],
  );
  const hasNoData = lines.length === 0 && errors.length === 0;
  if (hasNoData) errors.push({ line: heading + 1, message: options.empty });
  return { lines, errors };
}

function countDelimiters(csv: string): number {
  return csv.match(/[,\t]/g)?.length ?? 0;
}

function requiredOf<C extends string>({ headings, optional = [] }: TableOptions<C>): C[] {
  return (Object.keys(headings) as C[]).filter((column) => !optional.includes(column));
}

function noHeading<C extends string>(options: TableOptions<C>): string {
  const names = requiredOf(options).map((column) => options.headings[column]);
  return `첫 줄에 ${names.join(', ')} 제목이 있어야 합니다.`;
}

/** Treats a line with broken quotes as empty and resumes at the next one. */
function readRows(csv: string, rowsMax: number): { rows: string[][]; errors: LineError[] } {
  const rows: string[][] = [];
  const errors: LineError[] = [];
  const text = csv.replace(/^\ufeff/, '');
  const delimiter = text.split('\n', 1)[0]?.includes('\t') ? '\t' : ',';
  let rest = Buffer.from(text);
  while (rest.length > 0 && rows.length < rowsMax && errors.length < BAD_QUOTES_MAX) {
    const end = readUntilBroken(rest, { delimiter, rows, rowsMax });
    if (end === null) break;
    rows.push([]);
    errors.push({ line: rows.length, message: BAD_QUOTES });
    const nextLine = rest.indexOf('\n', end);
    rest = nextLine === -1 ? Buffer.alloc(0) : rest.subarray(nextLine + 1);
  }
  return { rows, errors };
}

/** Appends the records to `rows`; returns the byte offset of the first broken one, or null. */
function readUntilBroken(
  text: Buffer,
  { delimiter, rows, rowsMax }: { delimiter: string; rows: string[][]; rowsMax: number },
): number | null {
  let end = 0;
  try {
    parse(text, {
      delimiter,
      to: rowsMax - rows.length,
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

/** The columns that the heading has; null when a required one is missing. */
function findColumns<C extends string>(
  heading: readonly string[],
  options: TableOptions<C>,
): Map<C, number> | null {
  const names = heading.map((name) => name.replaceAll(/\s/g, ''));
  const columns = (Object.keys(options.headings) as C[])
    .map((column): [C, number] => [column, names.indexOf(options.headings[column])])
    .filter(([, index]) => index !== -1);
  const found = new Map(columns);
  return requiredOf(options).every((column) => found.has(column)) ? found : null;
}

function readCells<C extends string>(
  row: readonly string[],
  columns: ReadonlyMap<C, number>,
  rest: C | undefined,
): Partial<Record<C, string>> {
  const cells: Partial<Record<C, string>> = {};
  const last = Math.max(...columns.values());
  for (const [column, index] of columns) {
    const takesRest = column === rest && index === last;
    cells[column] = takesRest ? row.slice(index).join(',') : (row[index] ?? '');
  }
  return cells;
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((cell) => cell === '');
}
