import { hasMarkRun } from '@naru/contract/text';

/** The accepted headings of each column, of which errors name the first. */
export type Headings<C extends string> = Record<C, string | readonly string[]>;

export interface Heading<C extends string> {
  /** Rows of the file that it takes, usually one. */
  first: number;
  last: number;
  /** The cells as the file writes them. */
  cells: readonly string[];
  columns: ReadonlyMap<C, number>;
}

/** Rows among which the heading is looked for, below titles of a report. */
const HEAD_ROWS = 40;
/** Cells of a heading row; more than any table has. */
export const CELLS_MAX = 200;
/** Code units of a heading. */
const NAME_MAX = 60;

/** Case, white space, width and marks of required fields do not matter. */
function plainHeading(name: string): string {
  if (name.length > NAME_MAX || hasMarkRun(name)) return '';
  return name
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}*:]/gu, '')
    .toLowerCase();
}

/** Without remarks in brackets, such as a unit. */
const shortHeading = (name: string) => plainHeading(name).replaceAll(/[([][^)\]]*[)\]]/g, '');

/**
 * Finds the first row with all `required` columns. Of several columns for the same thing the one with the most values
 * is read. A second row of headings below merged ones counts as part of it.
 */
export function findHeading<C extends string>(
  rows: readonly (readonly string[])[],
  headings: Headings<C>,
  required: readonly C[],
): Heading<C> | null {
  const known = knownNames(headings);
  for (const { at, row } of headOf(rows)) {
    if (row.length > CELLS_MAX) continue;
    const below = joinBelow(row, (rows[at + 1] ?? []).slice(0, CELLS_MAX), known);
    const cells = below ?? row;
    if (!required.every((column) => cells.some((cell) => known.get(column)?.(cell)))) continue;
    const last = below === null ? at : at + 1;
    return { first: at, last, cells, columns: columnsOf(cells, rows.slice(last + 1), known) };
  }
  return null;
}

/** The row of the head that has the most known headings; for what an error says. */
export function nearestHeading<C extends string>(
  rows: readonly (readonly string[])[],
  headings: Headings<C>,
): { at: number; found: readonly C[] } {
  const known = knownNames(headings);
  const usual = headOf(rows).filter(({ row }) => row.length <= CELLS_MAX);
  const all = usual.map(({ at, row }) => ({
    at,
    found: [...known].flatMap(([column, fits]) => (row.some((cell) => fits(cell)) ? column : [])),
    cells: row.filter((cell) => cell !== '').length,
  }));
  const [nearest] = all.toSorted(
    (a, b) => b.found.length - a.found.length || Math.min(b.cells, 2) - Math.min(a.cells, 2),
  );
  return nearest ?? { at: 0, found: [] };
}

/** False for a row of merged headings whose cells the row below replaces: these are named as ignored. */
export function isOfHeading(
  row: readonly string[],
  at: number,
  { first, last, cells }: Heading<string>,
): boolean {
  if (at < first || at > last) return false;
  return at === last || row.every((cell, column) => cell === '' || cell === cells[column]);
}

function headOf(rows: readonly (readonly string[])[]) {
  const filled = rows.flatMap((row, at) => (row.some((cell) => cell !== '') ? { at, row } : []));
  return filled.slice(0, HEAD_ROWS);
}

/** 0 for another heading, 1 for one with a remark in brackets, 2 for an accepted one. */
type Fits = (cell: string) => 0 | 1 | 2;

function knownNames<C extends string>(headings: Headings<C>): Map<C, Fits> {
  // A cell is compared with each column, and seen again with the row above.
  const seen = new Map<string, { plain: string; short: string }>();
  const readCell = (cell: string) => {
    const known = seen.get(cell);
    if (known !== undefined) return known;
    const read = { plain: plainHeading(cell), short: shortHeading(cell) };
    seen.set(cell, read);
    return read;
  };
  return new Map(
    (Object.keys(headings) as C[]).map((column) => {
      const names = new Set([headings[column]].flat().map(plainHeading));
      const fits: Fits = (cell) => {
        const { plain, short } = readCell(cell);
        if (names.has(plain)) return 2;
        return names.has(short) ? 1 : 0;
      };
      return [column, fits];
    }),
  );
}

/** The row with the headings of the one below in its place; null when that holds data. */
function joinBelow<C extends string>(
  row: readonly string[],
  below: readonly string[],
  known: ReadonlyMap<C, Fits>,
): string[] | null {
  const names = below.filter((cell) => cell !== '');
  const isKnown = (cell: string) => [...known.values()].some((fits) => fits(cell) > 0);
  if (names.length < 2 || names.length === below.length || !names.every(isKnown)) return null;
  // A title above the heading completes nothing.
  if (!row.some((cell, at) => cell !== '' && !below[at])) return null;
  const width = Math.max(row.length, below.length);
  return Array.from({ length: width }, (_, at) => below[at] || row[at] || '');
}

function columnsOf<C extends string>(
  cells: readonly string[],
  lines: readonly (readonly string[])[],
  known: ReadonlyMap<C, Fits>,
): Map<C, number> {
  const columns = new Map<C, number>();
  const taken = new Set<number>();
  const valuesIn = (at: number) => lines.filter((line) => (line[at] ?? '') !== '').length;
  for (const [column, fits] of known) {
    const candidates = cells
      .map((cell, at) => ({ at, fit: taken.has(at) ? 0 : fits(cell) }))
      .filter(({ fit }) => fit > 0);
    const [best] =
      candidates.length < 2
        ? candidates
        : candidates.toSorted((a, b) => b.fit - a.fit || valuesIn(b.at) - valuesIn(a.at));
    if (best === undefined) continue;
    columns.set(column, best.at);
    taken.add(best.at);
  }
  return columns;
}

/** `E` of the fifth column, as spreadsheets name it. */
export function columnLetter(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : `${columnLetter(Math.floor(at / 26) - 1)}${last}`;
}
