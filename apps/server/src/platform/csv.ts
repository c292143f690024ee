import { setImmediate } from 'node:timers/promises';
import type { TableReading } from '@naru/contract/file-reading';
import { LIMITS } from '@naru/contract/limits';
import {
  columnLetter,
  findHeading,
  CELLS_MAX as HEAD_CELLS_MAX,
  type Heading,
  type Headings,
  isOfHeading,
  nearestHeading,
} from './csv-heading.ts';
import { DELIMITERS, type Delimiter, type LineError, type Rows, readRows } from './csv-rows.ts';
import { AppError } from './errors.ts';

export type { LineError } from './csv-rows.ts';

export interface TableLine<C extends string> {
  line: number;
  /** The cells by column; a column that the file does not have is absent. */
  cells: Partial<Record<C, string>>;
}

interface TableOptions<C extends string> {
  headings: Headings<C>;
  /** Columns that the file need not have. */
  optional?: readonly C[];
  /** The column that takes the rest of the line when no heading is behind its own: unquoted commas split it. */
  rest?: C;
  maxLines: number;
  /** Messages for a file without lines, and for one with too many. */
  empty: string;
  tooLarge: string;
}

const BROKEN_FILE = '파일에 수정할 줄이 있어 저장하지 않았습니다.';
const TOO_WIDE = `한 줄의 칸이 너무 많습니다. ${HEAD_CELLS_MAX}칸 이하로 줄여 주세요.`;
/** Lines to read at most before the heading. */
const HEAD_LINES = 100;
/** Code units in which the delimiter is looked for. */
const HEAD_TEXT = 20_000;
/** Maximum cells of a line on average: more than any table needs, and few enough not to block the event loop. */
const CELLS_MAX = 40;
/** Ignored lines and unread columns that a preview names, and letters of their texts. */
const SHOWN_MAX = 100;
const EXCERPT_MAX = 60;
/** How lines of a report begin that are no data. */
const REMARK =
  /^(?:(?:합|총|소|누)?\s?계(?:\s|:|\(|$)|총\s?\d|전체\s?\d|이하\s?여백|끝\.?$|[-–—=*※■□▶▷◆◇○●☞<[【(]|주\)|비고\s?:|(?:출력|작성|인쇄|조회)\s?(?:일|자)|페이지|page\b)/iu;

const DELIMITER_CODES = new Set(DELIMITERS.map((sign) => sign.charCodeAt(0)));

export interface Table<C extends string> {
  lines: TableLine<C>[];
  errors: LineError[];
  /** What the preview shows of the file beside its lines. */
  reading: TableReading;
  /** The texts above the heading. */
  above: string[];
}

export const NOTHING_READ: TableReading = { columns: [], unread: [], ignored: [] };

/**
 * Splits comma-, semicolon- or tab-separated text with a heading, below titles if it has some; `errors` lists the
 * lines that cannot be parsed. Parses no more lines than are accepted.
 */
export function readTable<C extends string>(csv: string, options: TableOptions<C>): Table<C> {
  return finish(readSteps(csv, options));
}

function finish<T>(steps: Generator<void, T>): T {
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
export function shownErrors(
  errors: readonly LineError[],
  max: number = LIMITS.fileErrorsShown,
  rest = '수정할 줄',
): LineError[] {
  const shown = errors.slice(0, max);
  const last = shown.at(-1);
  const more = errors.length - shown.length;
  if (last === undefined || more === 0) return shown;
  const message = `${last.message} 이 밖에 ${rest}이 ${more.toLocaleString('ko-KR')}개 더 있습니다.`;
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
  const failed = (...errors: LineError[]) => ({
    lines: [],
    errors,
    reading: NOTHING_READ,
    above: [],
  });
  const tooLarge = { line: options.maxLines + 2, message: options.tooLarge };
  if (countDelimiters(csv) > rowsMax * CELLS_MAX) return failed(tooLarge);
  const { rows, errors } = yield* readRows(csv, rowsMax, findDelimiter(csv, options));
  if (rows.every(isEmpty)) return failed(...errors, { line: 1, message: options.empty });
  const heading = findHeading(rows, options.headings, requiredOf(options));
  if (heading === null) return failed(noHeading(rows, options));
  if (rows.length >= rowsMax || rows.length - heading.last - 1 > options.maxLines) {
    return failed(tooLarge);
  }
  return sortRows({ rows, errors }, heading, options);
}

/** Builds no list, which would be long for a file of nothing but delimiters. */
function countDelimiters(csv: string): number {
  let count = 0;
  for (let at = 0; at < csv.length; at += 1) {
    if (DELIMITER_CODES.has(csv.charCodeAt(at))) count += 1;
  }
  return count;
}

/** The separator with which the file has a heading. */
function findDelimiter<C extends string>(csv: string, options: TableOptions<C>): Delimiter {
  const head = csv.trimStart().slice(0, HEAD_TEXT);
  const rated = DELIMITERS.map((delimiter) => {
    const { rows } = finish(readRows(head, HEAD_LINES, delimiter));
    return { delimiter, found: nearestHeading(rows, options.headings).found.length };
  });
  const [best] = rated.toSorted((a, b) => b.found - a.found);
  return best?.delimiter ?? ',';
}

function requiredOf<C extends string>({ headings, optional = [] }: TableOptions<C>): C[] {
  return (Object.keys(headings) as C[]).filter((column) => !optional.includes(column));
}

function nameOf<C extends string>({ headings }: TableOptions<C>, column: C): string {
  return [headings[column]].flat()[0] ?? column;
}

/** Names the columns that are missing, and those of the file. */
function noHeading<C extends string>(
  rows: readonly (readonly string[])[],
  options: TableOptions<C>,
): LineError {
  const { at, found } = nearestHeading(rows, options.headings);
  const wide = found.length === 0 ? rows.findIndex(({ length }) => length > HEAD_CELLS_MAX) : -1;
  if (wide >= 0) return { line: wide + 1, message: TOO_WIDE };
  const missing = requiredOf(options).filter((column) => !found.includes(column));
  const names = missing.map((column) => nameOf(options, column)).join(', ');
  const present = (rows[at] ?? []).filter((cell) => cell !== '').map(excerptOf);
  const shown = present.slice(0, 12).join(', ');
  return {
    line: at + 1,
    message: `제목 줄에 ${names} 열이 없습니다. 이 줄에 있는 것: ${shown}`,
  };
}

/** Parts the rows into those with data and those that are ignored, with the reason. */
function sortRows<C extends string>(
  { rows, errors }: Rows,
  heading: Heading<C>,
  options: TableOptions<C>,
): Table<C> {
  const lines: TableLine<C>[] = [];
  const ignored: LineError[] = [];
  const broken = new Set(errors.map(({ line }) => line));
  const used = new Set(heading.columns.values());
  const filled = new Set<number>();
  for (const [at, row] of rows.entries()) {
    if (isOfHeading(row, at, heading) || isEmpty(row) || broken.has(at + 1)) continue;
    const reason = findReason(row, at, heading, options);
    if (reason !== null) {
      ignored.push({
        line: at + 1,
        message: `${reason} ‘${excerptOf(row.filter(Boolean).join(' '))}’`,
      });
      continue;
    }
    const cells = readCells(row, heading, options.rest);
    lines.push({ line: at + 1, cells });
    markFilled(row, filled);
  }
  const hasNoData = lines.length === 0 && errors.length === 0;
  if (hasNoData) errors.push({ line: heading.last + 1, message: options.empty });
  const takesRest = options.rest !== undefined && isLastColumn(heading, options.rest);
  const end = takesRest ? Math.max(...used) : Number.POSITIVE_INFINITY;
  const reading = {
    columns: [...heading.columns].map(([column, at]) => ({
      heading: excerptOf(heading.cells[at] ?? ''),
      name: nameOf(options, column),
    })),
    unread: unreadOf(heading.cells, (at) => at < end && !used.has(at), filled),
    ignored: shownErrors(ignored, SHOWN_MAX, '읽지 않는 줄'),
  };
  const above = rows
    .slice(0, heading.first)
    .flat()
    .filter((cell) => cell !== '');
  return { lines, errors, reading, above };
}

function markFilled(row: readonly string[], filled: Set<number>): void {
  for (const [at, cell] of row.entries()) if (cell !== '') filled.add(at);
}

/** Why a row is no data; null for data. */
function findReason<C extends string>(
  row: readonly string[],
  at: number,
  heading: Heading<C>,
  options: TableOptions<C>,
): string | null {
  if (at < heading.first) return '제목 줄 위의 글입니다.';
  if (at < heading.last) return '여러 열을 묶은 제목입니다.';
  const isRepeated = [...heading.columns.values()].every(
    (column) => row[column] === heading.cells[column],
  );
  if (isRepeated) return '제목 줄이 되풀이됩니다.';
  const isIncomplete = requiredOf(options).some(
    (column) => (row[heading.columns.get(column) ?? 0] ?? '') === '',
  );
  const first = row.find((cell) => cell !== '') ?? '';
  return isIncomplete && REMARK.test(first) ? '합계나 안내 줄입니다.' : null;
}

/** Headings that are not read, and columns without a heading that hold something. */
function unreadOf(
  headings: readonly string[],
  isUnread: (at: number) => boolean,
  filled: ReadonlySet<number>,
): string[] {
  const named = headings.flatMap((name, at) =>
    name.trim() !== '' && isUnread(at) ? excerptOf(name) : [],
  );
  const bare = [...filled]
    .filter((at) => isUnread(at) && !headings[at]?.trim())
    .toSorted((a, b) => a - b)
    .map((at) => `${columnLetter(at)}열(제목 없음)`);
  const all = [...named, ...bare];
  if (all.length <= SHOWN_MAX) return all;
  return [...all.slice(0, SHOWN_MAX), `이 밖에 ${all.length - SHOWN_MAX}개`];
}

function excerptOf(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > EXCERPT_MAX
    ? `${line.slice(0, EXCERPT_MAX).replace(/[\ud800-\udbff]$/, '')}…`
    : line;
}

function isLastColumn<C extends string>({ columns, cells }: Heading<C>, column: C): boolean {
  return columns.get(column) === cells.findLastIndex((cell) => cell.trim() !== '');
}

function readCells<C extends string>(
  row: readonly string[],
  heading: Heading<C>,
  rest: C | undefined,
): Partial<Record<C, string>> {
  const cells: Partial<Record<C, string>> = {};
  for (const [column, index] of heading.columns) {
    const takesRest = column === rest && isLastColumn(heading, column);
    cells[column] = takesRest ? row.slice(index).join(',') : (row[index] ?? '');
  }
  return cells;
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((cell) => cell === '');
}
