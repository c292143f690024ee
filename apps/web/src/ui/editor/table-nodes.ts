import { readColumnWidth, readSpan } from '@naru/contract/formats';
import { placeCells } from '@naru/contract/table-cells';
import type { Extensions } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Node } from '@tiptap/pm/model';

/** Pixels; below it, a column is not narrowed by dragging. */
const COLUMN_MIN = 40;

type CellWidths = Map<Element, number[] | null>;

/** Measured once for all cells of a table that is parsed. */
const parsed = new WeakMap<Element, CellWidths>();

/** Widths of columns for each cell, 0 for those that follow their content. */
function measure(table: HTMLTableElement): CellWidths {
  const columns = [...table.querySelectorAll<HTMLElement>(':scope > colgroup > col')].flatMap(
    widthsOfCol,
  );
  const widths: CellWidths = new Map();
  if (!columns.some((width) => width > 0)) return widths;
  for (const { cell, column, colspan } of placeCells(
    [...table.rows].map((row) => [...row.cells]),
  )) {
    const own = columns.slice(column, column + colspan);
    widths.set(cell, own.some((width) => width > 0) ? own : null);
  }
  return widths;
}

function widthsOfCol(col: HTMLElement): number[] {
  const width = readColumnWidth(col.getAttribute('width') ?? col.style.width) ?? 0;
  return Array.from({ length: readSpan(col.getAttribute('span')) }, () => width);
}

function widthsOf(cell: HTMLElement): number[] | null {
  const table = cell.closest('table');
  if (table === null) return null;
  return (parsed.get(table) ?? measure(table)).get(cell) ?? null;
}

const ALIGN = /^(?:center|right)$/;

const CELL_ATTRIBUTES = {
  colspan: { default: 1, parseHTML: (cell: Element) => readSpan(cell.getAttribute('colspan')) },
  rowspan: { default: 1, parseHTML: (cell: Element) => readSpan(cell.getAttribute('rowspan')) },
  colwidth: { default: null, parseHTML: widthsOf, rendered: false },
  align: {
    default: null,
    parseHTML: (cell: HTMLElement) =>
      ALIGN.exec(cell.style.textAlign || (cell.getAttribute('align') ?? ''))?.[0] ?? null,
    renderHTML: ({ align }: { align?: unknown }) =>
      typeof align === 'string' ? { style: `text-align: ${align}` } : {},
  },
};

/** Widths of the columns in the first row, which reaches over all of them. */
function columnsOf(table: Node): number[] {
  const cells = table.firstChild?.content.content ?? [];
  return cells.flatMap(({ attrs }) =>
    Array.from({ length: attrs.colspan }, (_, at) => Math.round(attrs.colwidth?.[at] ?? 0)),
  );
}

/** Tables with widths as a `colgroup`, which shows them in every place. */
const SizedTable = Table.extend({
  parseHTML() {
    return [
      {
        tag: 'table',
        getAttrs: (table) => {
          parsed.set(table, measure(table as HTMLTableElement));
          return null;
        },
      },
    ];
  },

  renderHTML({ node }) {
    const columns = columnsOf(node);
    if (!columns.some((width) => width > 0)) return ['table', ['tbody', 0]];
    const cols = columns.map((width) => ['col', width > 0 ? { width: String(width) } : {}]);
    return ['table', ['colgroup', ...cols], ['tbody', 0]];
  },
});

const withAttributes = { addAttributes: () => CELL_ATTRIBUTES };

export const TABLES: Extensions = [
  SizedTable.configure({ resizable: true, cellMinWidth: COLUMN_MIN }),
  TableRow,
  TableHeader.extend(withAttributes),
  TableCell.extend(withAttributes),
];
