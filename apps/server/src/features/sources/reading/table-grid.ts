import { type Elements, linesOf, type Page } from './pages.ts';

const ROWS_MAX = 200;
const COLUMNS_MAX = 60;

/** The lines of each cell by row and column; a merged cell is in every place that it covers. */
export type Grid = string[][][];

/** Reads a table without the tables inside its cells. */
export function readGrid($: Page, table: Elements): Grid {
  const grid: Grid = [];
  const rows = table.children('tr').add(table.children('thead, tbody, tfoot').children('tr'));
  for (const [y, row] of rows.toArray().slice(0, ROWS_MAX).entries()) {
    let x = 0;
    for (const cell of $(row).children('td, th').toArray()) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const element = $(cell);
      const width = Math.min(spanOf(element, 'colspan'), COLUMNS_MAX - x);
      const height = Math.min(spanOf(element, 'rowspan'), ROWS_MAX - y);
      fill(grid, linesOf(element), { x, y, width, height });
      x += Math.max(width, 0);
    }
  }
  // From holes too, which rows without cells leave.
  return Array.from(grid, (row) => Array.from(row ?? [], (cell) => cell ?? []));
}

export function transpose(grid: Grid): Grid {
  const width = Math.max(0, ...grid.map((row) => row.length));
  return Array.from({ length: width }, (_, x) => grid.map((row) => row[x] ?? []));
}

function fill(
  grid: Grid,
  lines: string[],
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  for (let row = y; row < y + height; row += 1) {
    grid[row] ??= [];
    for (let column = x; column < x + width; column += 1) {
      const cells = grid[row];
      if (cells !== undefined) cells[column] ??= lines;
    }
  }
}

function spanOf(cell: Elements, name: 'colspan' | 'rowspan'): number {
  const span = Number(cell.attr(name) ?? 1);
  return Number.isInteger(span) && span > 0 ? span : 1;
}
