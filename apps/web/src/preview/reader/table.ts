import type { Part, PartSize, ReadFile } from '../parts.ts';
import { decodeText } from './text.ts';

/** Rows of one table that are shown, and of each part. */
export const ROWS = 20_000;
const ROWS_OF_PART = 100;
const COLUMNS = 200;
const CELL = 500;
/** CSS pixels of a row and of a title, as in `frame.css`. */
const ROW_HEIGHT = 30;
const TITLE_HEIGHT = 48;
/** Rows that decide how wide the columns are, in letters. */
const SAMPLE = 200;
const NARROWEST = 6;
const WIDEST = 36;

export interface Table {
  title: string | null;
  rows: readonly (readonly string[])[];
  isCut: boolean;
}

/** Rows of a text with commas or tabs. */
export function readTable(bytes: ArrayBuffer, ending: string): ReadFile {
  const { text, isCut } = decodeText(bytes);
  const start = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const isTabbed = ending === 'tsv' || (!start.includes(',') && start.includes('\t'));
  const isSemicolons = !isTabbed && !start.includes(',') && start.includes(';');
  const rows = parseRows(text, isTabbed ? '\t' : isSemicolons ? ';' : ',');
  return fileOf([{ title: null, rows: rows.slice(0, ROWS), isCut: isCut || rows.length > ROWS }]);
}

/** At most one more than `ROWS`; a quotation mark that nothing ends takes the rest. */
export function parseRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A field in quotation marks or without, and what ends it.
  const field = new RegExp(`("(?:[^"]+|"")*"?)?([^${separator}\\n]*)(${separator}|\\n|$)`, 'y');
  while (field.lastIndex < text.length && rows.length <= ROWS) {
    const [, quoted, plain = '', end] = field.exec(text) ?? [];
    row.push(quoted === undefined ? plain : quoted.replace(/^"|"$/g, '').replaceAll('""', '"'));
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return row.length === 0 ? rows : [...rows, row];
}

/** Tables as parts of some rows each; every table begins with a part of its own. */
export function fileOf(tables: readonly Table[]): ReadFile {
  const all = tables.flatMap((table) => {
    const widths = widthsOf(table.rows);
    const count = Math.max(1, Math.ceil(table.rows.length / ROWS_OF_PART));
    return Array.from({ length: count }, (_, at) => ({
      ...table,
      widths,
      from: at * ROWS_OF_PART,
    }));
  });
  const partAt = (at: number): Part => {
    const part = all[at];
    if (part === undefined) throw new RangeError('no such part');
    const { from, rows, widths, title } = part;
    const shown = rows
      .slice(from, from + ROWS_OF_PART)
      .map((row) => row.slice(0, COLUMNS).map(shorten));
    return { type: 'rows', title: from === 0 ? title : null, first: from + 1, rows: shown, widths };
  };
  const isCut = tables.some((table) => table.isCut);
  return {
    parts: all.map(
      ({ rows, from, title }): PartSize => ({
        height:
          Math.min(ROWS_OF_PART, rows.length - from) * ROW_HEIGHT +
          (from === 0 && title !== null ? TITLE_HEIGHT : 0),
      }),
    ),
    ...(isCut && { note: '표의 앞부분만 보여 드립니다. 전체는 내려받아 확인해 주세요.' }),
    partAt,
  };
}

function shorten(cell: string): string {
  return cell.length > CELL ? `${cell.slice(0, CELL)}…` : cell;
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const sample = rows.slice(0, SAMPLE);
  const count = Math.min(
    COLUMNS,
    sample.reduce((most, row) => Math.max(most, row.length), 0),
  );
  return Array.from({ length: count }, (_, column) => {
    const longest = sample.reduce((most, row) => Math.max(most, lettersOf(row[column] ?? '')), 0);
    return Math.min(WIDEST, Math.max(NARROWEST, longest + 2));
  });
}

/** Korean letters are as wide as two others. */
function lettersOf(text: string): number {
  const shown = text.slice(0, WIDEST);
  return shown.length + (shown.match(/[ᄀ-￦]/g)?.length ?? 0);
}
