import { readSpan } from './formats.ts';

/** An element with its attributes as they are written. */
export interface Attributed {
  getAttribute(name: string): string | null;
}

export interface PlacedCell<Cell> {
  cell: Cell;
  row: number;
  column: number;
  rowspan: number;
  colspan: number;
}

/** Where each cell lies in the grid of its table. */
export function placeCells<Cell extends Attributed>(
  rows: readonly (readonly Cell[])[],
): PlacedCell<Cell>[] {
  const placed: PlacedCell<Cell>[] = [];
  /** For each column the first row that no cell above reaches into. */
  const free: number[] = [];
  for (const [row, cells] of rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      while ((free[column] ?? 0) > row) column += 1;
      const colspan = readSpan(cell.getAttribute('colspan'));
      const rowspan = Math.min(readSpan(cell.getAttribute('rowspan')), rows.length - row);
      for (const at of range(column, colspan)) free[at] = row + rowspan;
      placed.push({ cell, row, column, rowspan, colspan });
      column += colspan;
    }
  }
  return placed;
}

export function range(from: number, length: number): number[] {
  return Array.from({ length }, (_, at) => from + at);
}
