import { setImmediate } from 'node:timers/promises';
import { LIMITS } from '@naru/contract/limits';
import { CsvError, parse } from 'csv-parse/sync';
import { AppError } from './errors.ts';

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
  /** The accepted headings of each column, of which errors name the first; case does not matter. */
  headings: Record<C, string | readonly string[]>;
  /** Columns that the file need not have. */
  optional?: readonly C[];
  /** The column that takes the rest of the line when it is the last: unquoted commas split it. */
  rest?: C;
  maxLines: number;
  /** Messages for a file without lines, and for one with too many. */
  empty: string;
  tooLarge: string;
}

const BROKEN_FILE = '파일에 고칠 줄이 있어 저장하지 않았습니다.';
const BAD_QUOTES = '따옴표가 맞지 않습니다.';
/** Bounds the work on a file of nothing but quotes: parsing restarts after each broken line. */
const BAD_QUOTES_MAX = 50;
/** Lines to read at most before the heading. */
const HEAD_LINES = 100;
/** Lines to parse before yielding to the event loop. */
const LINES_AT_ONCE = 100;
/** Maximum cells of a line on average: more than any table needs, and few enough not to block the event loop. */
const CELLS_MAX = 40;

const DELIMITERS = new Set([...',;\t'].map((sign) => sign.charCodeAt(0)));
/** Maximum letters of a line: more than any table has, and few enough not to block the event loop. */
const LINE_MAX = 10_000;
const LONG_LINE = '한 줄이 너무 깁니다. 따옴표가 닫혔는지도 확인해 주세요.';

export interface Table<C extends string> {
  lines: TableLine<C>[];
  errors: LineError[];
}

/**
 * Splits comma-, semicolon- or tab-separated text with a heading; `errors` lists the lines that cannot
 * be parsed. Parses no more lines than are accepted.
 */
export function readTable<C extends string>(csv: string, options: TableOptions<C>): Table<C> {
  const steps = readSteps(csv, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same for large files; yields to the event loop in between. */
export async function readLargeTable<C extends string>(
  csv: string,
  options: TableOptions<C>,
): Promise<Table<C>> {
  const steps = readSteps(csv, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate();
  }
}

/** The first bad lines; the last entry gives the number of all others. */
export function shownErrors(errors: readonly LineError[]): LineError[] {
  const shown = errors.slice(0, LIMITS.fileErrorsShown);
  const last = shown.at(-1);
  const more = errors.length - shown.length;
  if (last === undefined || more === 0) return shown;
  const message = `${last.message} 이 밖에 고칠 줄이 ${more.toLocaleString('ko-KR')}개 더 있습니다.`;
  return shown.with(-1, { ...last, message });
}

/** Throws VALIDATION_FAILED with the bad lines when there are any. */
export function refuseBadLines(errors: readonly LineError[]): void {
  if (errors.length === 0) return;
  throw new AppError('VALIDATION_FAILED', {
    message: BROKEN_FILE,
    errors: shownErrors(errors).map(({ line, message }) => ({
      field: `csv.${line}`,
      message: `${line}번째 줄: ${message}`,
    })),
  });
}

/** Yields after each part of the file. */
function* readSteps<C extends string>(
  csv: string,
  options: TableOptions<C>,
): Generator<void, Table<C>> {
  const rowsMax = HEAD_LINES + options.maxLines + 1;
  const tooLarge = {
    lines: [],
    errors: [{ line: options.maxLines + 2, message: options.tooLarge }],
  };
  if (countDelimiters(csv) > rowsMax * CELLS_MAX) return tooLarge;
  const { rows, errors } = yield* readRows(csv, rowsMax);
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

/** Builds no list, which would be long for a file of nothing but delimiters. */
function countDelimiters(csv: string): number {
  let count = 0;
  for (let at = 0; at < csv.length; at += 1) {
    if (DELIMITERS.has(csv.charCodeAt(at))) count += 1;
  }
  return count;
}

function requiredOf<C extends string>({ headings, optional = [] }: TableOptions<C>): C[] {
  return (Object.keys(headings) as C[]).filter((column) => !optional.includes(column));
}

function noHeading<C extends string>(options: TableOptions<C>): string {
  const names = requiredOf(options).map((column) => [options.headings[column]].flat()[0]);
  return `첫 줄에 ${names.join(', ')} 제목이 있어야 합니다.`;
}

/** Treats a line with broken quotes as empty and resumes at the next one. */
function* readRows(
  csv: string,
  rowsMax: number,
): Generator<void, { rows: string[][]; errors: LineError[] }> {
  const rows: string[][] = [];
  const errors: LineError[] = [];
  const text = csv.replace(/^\ufeff/, '');
  const delimiter = delimiterOf(text.slice(0, text.search(/[\r\n]|$/)));
  let rest = Buffer.from(withoutPadding(text, delimiter));
  while (rest.length > 0 && rows.length < rowsMax && errors.length < BAD_QUOTES_MAX) {
    const { end, problem } = readSome(rest, { delimiter, rows, rowsMax });
    if (problem !== null) {
      rows.push([]);
      errors.push({ line: rows.length, message: problem });
    }
    const next = problem === null ? end : startOfNextLine(rest, end);
    rest = rest.subarray(next);
    yield;
  }
  return { rows, errors };
}

/** The separator of the heading. */
function delimiterOf(heading: string): string {
  if (heading.includes('\t')) return '\t';
  return heading.includes(';') && !heading.includes(',') ? ';' : ',';
}

/** Removes the white space in front of cells, for which the parser takes ten times as long as for letters. */
function withoutPadding(text: string, delimiter: string): string {
  // A tab between cells is none of it.
  const padding = delimiter === '\t' ? /[^\S\r\n\t]+/y : /[^\S\r\n]+/y;
  let result = '';
  let from = 0;
  let isQuoted = false;
  let isStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    if (isStart && !isQuoted && char !== delimiter) {
      padding.lastIndex = at;
      if (padding.test(text)) {
        result += text.slice(from, at);
        from = padding.lastIndex;
        at = from - 1;
        continue;
      }
    }
    if (char === '"') isQuoted = !isQuoted;
    isStart = char === delimiter || char === '\n' || char === '\r';
  }
  return result + text.slice(from);
}

function startOfNextLine(text: Buffer, end: number): number {
  const next = text.indexOf('\n', end);
  return next === -1 ? text.length : next + 1;
}

/** Appends some records to `rows`; `end` is the byte offset after the last one. */
function readSome(
  text: Buffer,
  { delimiter, rows, rowsMax }: { delimiter: string; rows: string[][]; rowsMax: number },
): { end: number; problem: string | null } {
  const count = Math.min(LINES_AT_ONCE, rowsMax - rows.length);
  const last = rows.length + count;
  let end = 0;
  try {
    parse(text, {
      delimiter,
      to: count,
      relax_column_count: true,
      trim: true,
      max_record_size: LINE_MAX,
      on_record: (record: string[], { bytes }) => {
        rows.push(record);
        end = bytes;
      },
    });
    return { end: rows.length < last ? text.length : end, problem: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE';
    return { end, problem: isLong ? LONG_LINE : BAD_QUOTES };
  }
}

/** The columns that the heading has; null when a required one is missing. */
function findColumns<C extends string>(
  heading: readonly string[],
  options: TableOptions<C>,
): Map<C, number> | null {
  const names = heading.map(plain);
  const columns = (Object.keys(options.headings) as C[])
    .map((column): [C, number] => {
      const accepted = [options.headings[column]].flat().map(plain);
      return [column, names.findIndex((name) => accepted.includes(name))];
    })
    .filter(([, index]) => index !== -1);
  const found = new Map(columns);
  return requiredOf(options).every((column) => found.has(column)) ? found : null;
}

function plain(name: string): string {
  return name.replaceAll(/\s/g, '').toLowerCase();
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
