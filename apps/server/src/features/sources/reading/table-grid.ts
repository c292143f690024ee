import type { AnyNode } from 'domhandler';
import { type Elements, linesOf, type Page } from './pages.ts';

const ROWS_MAX = 200;
const COLUMNS_MAX = 60;

/** The cells of a table by row and column; a merged one is in every place that it covers. */
type Cells = (AnyNode | undefined)[][];
/** The lines of each of these cells. */
export type Grid = string[][][];

/** Reads a table without the tables inside its cells. */
export function readGrid($: Page, table: Elements): Grid {
  const { cells } = readCells($, table);
  const lines = new Map<AnyNode, string[]>();
  const linesIn = (cell: AnyNode | undefined): string[] => {
    if (cell === undefined) return [];
    const known = lines.get(cell) ?? linesOf($(cell));
    lines.set(cell, known);
    return known;
  };
  return cells.map((row) => row.map(linesIn));
}

export function transpose(grid: Grid): Grid {
  const width = Math.max(0, ...grid.map((row) => row.length));
  return Array.from({ length: width }, (_, x) => grid.map((row) => row[x] ?? []));
}

/**
 * Gives rows that cells of rows above reach into a copy of these cells, so that one selector fits all rows.
 * Returns the rows that it changed.
 */
export function spreadRows($: Page): ReadonlySet<AnyNode> {
  const changed = new Set<AnyNode>();
  for (const table of $('table').toArray()) {
    const { cells, rows } = readCells($, $(table));
    // From below, as the cells of the rows above are copied.
    for (const [y, row] of [...rows.entries()].toReversed()) {
      const all = [...new Set(cells[y])].filter((cell) => cell !== undefined);
      const own = new Set<AnyNode>($(row).children('td, th').toArray());
      if (all.every((cell) => own.has(cell))) continue;
      $(row).html(all.map((cell) => $.html(cell)).join(''));
      changed.add(row);
    }
  }
  return changed;
}

function readCells($: Page, table: Elements): { cells: Cells; rows: AnyNode[] } {
  const grid: Cells = [];
  const all = table.children('tr').add(table.children('thead, tbody, tfoot').children('tr'));
  const rows = all.toArray().slice(0, ROWS_MAX);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of $(row).children('td, th').toArray()) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const element = $(cell);
      const width = Math.min(spanOf(element, 'colspan'), COLUMNS_MAX - x);
      const height = Math.min(spanOf(element, 'rowspan'), ROWS_MAX - y);
      fill(grid, cell, { x, y, width, height });
      x += Math.max(width, 0);
    }
  }
  // From holes too, which rows without cells leave.
  return { cells: Array.from(grid, (row) => Array.from(row ?? [])), rows };
}

function fill(
  grid: Cells,
  cell: AnyNode,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  for (let row = y; row < y + height; row += 1) {
    grid[row] ??= [];
    for (let column = x; column < x + width; column += 1) {
      const cells = grid[row];
      if (cells !== undefined) cells[column] ??= cell;
    }
  }
}

function spanOf(cell: Elements, name: 'colspan' | 'rowspan'): number {
  const span = Number(cell.attr(name) ?? 1);
  return Number.isInteger(span) && span > 0 ? span : 1;
}
