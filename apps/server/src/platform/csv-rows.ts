import { CsvError, parse } from 'csv-parse/sync';

export interface LineError {
  /** From 1, counting the heading and empty lines as a spreadsheet does. */
  line: number;
  message: string;
}

const BAD_QUOTES = '따옴표가 맞지 않습니다.';
/** Bounds the work on a file of nothing but quotes: parsing restarts after each broken line. */
const BAD_QUOTES_MAX = 50;
/** Lines to parse before yielding to the event loop. */
const LINES_AT_ONCE = 100;
/** Maximum letters of a line: more than any table has, and few enough not to block the event loop. */
const LINE_MAX = 10_000;
const LONG_LINE = '한 줄이 너무 깁니다. 따옴표가 닫혔는지도 확인해 주세요.';
/** What some programs write so that spreadsheets keep leading zeros: `="001"`. */
const QUOTED_TEXT = /(^|[,;\t\r\n])=("[^"\r\n]*")(?=[,;\t\r\n]|$)/g;

export type Delimiter = ',' | '\t' | ';';
export const DELIMITERS: readonly Delimiter[] = [',', '\t', ';'];

export interface Rows {
  rows: string[][];
  errors: LineError[];
}

/**
 * Splits text into rows of cells, and yields after each part; `errors` lists the lines that cannot be parsed. Treats
 * a line with broken quotes as empty and resumes at the next one.
 */
export function* readRows(
  csv: string,
  rowsMax: number,
  delimiter: Delimiter,
): Generator<void, Rows> {
  const rows: string[][] = [];
  const errors: LineError[] = [];
  const text = csv.replace(/^\ufeff/, '').replaceAll(QUOTED_TEXT, '$1$2');
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
