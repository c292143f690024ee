import { readSpan } from '@naru/contract/formats';
import {
  isColumnHidden,
  isGone,
  isLeftOut,
  isRowHidden,
  leavesPlace,
  shownCells,
} from '@naru/contract/hidden';
import { LIMITS } from '@naru/contract/limits';
import type { Attributed, PlacedCell } from '@naru/contract/table-cells';
import { TEXTS } from '@naru/contract/texts';
import { fieldError } from '../../platform/errors.ts';
import { type Element, type Node, openingTag } from './blocks.ts';

interface OpenTable {
  rows: number;
  columns: number;
  widest: number;
}

/** Elements that decide whether what is in them is part of the table; pages have forms and others between. */
const SCOPES = new Set(['table', 'tbody', 'tr', 'td', 'th']);
/** Parts of a table with their scopes; a cell is one of its row. */
const PARTS = new Map([
  ['tr', ['table', 'tbody']],
  ['colgroup', ['table']],
  ['col', ['table']],
]);

type Spans = { colspan?: string; rowspan?: string };

/** Spans of a cell; those of 1 and beyond the limit are dropped. */
export function cellSpans({ colspan, rowspan }: Spans): Spans {
  return {
    ...(readSpan(colspan) > 1 && { colspan: String(readSpan(colspan)) }),
    ...(readSpan(rowspan) > 1 && { rowspan: String(readSpan(rowspan)) }),
  };
}

/**
 * Counts the cells of all tables while their tags are read, with the area that spans and uneven rows
 * fill. Throws VALIDATION_FAILED beyond 5,000.
 */
export function createCellCounter() {
  const open: OpenTable[] = [];
  let area = 0;

  function addCell(cell: Spans): void {
    const table = open.at(-1);
    area += readSpan(cell.colspan) * readSpan(cell.rowspan);
    if (table === undefined) return;
    table.columns += readSpan(cell.colspan);
    table.widest = Math.max(table.widest, table.columns);
  }

  return {
    open(tag: string, attributes: Spans): void {
      const table = open.at(-1);
      if (tag === 'table') open.push({ rows: 0, columns: 0, widest: 0 });
      else if (isCell(tag)) addCell(attributes);
      else if (tag === 'tr' && table) Object.assign(table, { rows: table.rows + 1, columns: 0 });
      const filled = table === undefined ? 0 : table.rows * table.widest;
      if (Math.max(area, filled) > LIMITS.tableCellsMax)
        throw fieldError('content', TEXTS.contentTableTooBig);
    },
    close(tag: string): void {
      if (tag === 'table') open.pop();
    },
  };
}

/** What an element of the page became. */
interface Reading {
  source: Attributed;
  element: Element;
  around: Element;
  attributes: Readonly<Record<string, string>>;
}

class Cell implements Attributed {
  readonly reading: Reading;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  getAttribute(name: string): string | null {
    return this.reading.source.getAttribute(name);
  }

  /** The element with the rows and columns that are left of it. */
  withSpans(rowspan: number, colspan: number): Element {
    const { element, attributes } = this.reading;
    const { colspan: _, rowspan: __, ...others } = attributes;
    const spans = cellSpans({ colspan: String(colspan), rowspan: String(rowspan) });
    element.open = openingTag(element.tag, { ...spans, ...others });
    return element;
  }
}

interface ShownTable {
  hiddenGroups: Element[];
  columns: { reading: Reading; isHidden: boolean; span: number }[];
  rows: { reading: Reading; isHidden: boolean; cells: Cell[] }[];
  /** Something of it may be hidden. */
  isInParts: boolean;
}

type Part = 'cell' | 'other';

/** Removes the rows, columns and cells of tables that a page does not show. */
export function createShownTables() {
  const open: ShownTable[] = [];

  function addPart(table: ShownTable, tag: string, reading: Reading): void {
    const { source, around, element } = reading;
    const column = {
      reading,
      isHidden: isColumnHidden(source),
      span: readSpan(source.getAttribute('span')),
    };
    if (tag === 'tr') table.rows.push({ reading, isHidden: isRowHidden(source), cells: [] });
    else {
      // A group stands for columns only without one in it.
      if (table.columns.at(-1)?.reading.element === around) table.columns.pop();
      column.isHidden ||= table.hiddenGroups.includes(around);
      table.columns.push(column);
      if (tag === 'colgroup' && isGone(source)) table.hiddenGroups.push(element);
    }
    table.isInParts ||=
      table.rows.at(-1)?.isHidden === true || table.columns.at(-1)?.isHidden === true;
  }

  return {
    /** Which part of the open table such an element in these elements is; null for others. */
    partOf(tag: string, parents: readonly Element[]): Part | null {
      const table = open.at(-1);
      if (table === undefined || !(isCell(tag) || PARTS.has(tag))) return null;
      const scope = parents.findLast((one) => SCOPES.has(one.tag));
      if (isCell(tag)) return table.rows.at(-1)?.reading.element === scope ? 'cell' : null;
      return PARTS.get(tag)?.includes(scope?.tag ?? '') ? 'other' : null;
    },

    open(tag: string, part: Part | null, reading: Reading): void {
      const table = open.at(-1);
      if (tag === 'table') open.push({ hiddenGroups: [], columns: [], rows: [], isInParts: false });
      else if (table === undefined || part === null) return;
      else if (part === 'other') addPart(table, tag, reading);
      else {
        table.rows.at(-1)?.cells.push(new Cell(reading));
        table.isInParts ||= isLeftOut(reading.source);
      }
    },

    close(): void {
      const table = open.pop();
      const shown = table?.isInParts ? shownCells(table) : null;
      if (table === undefined || shown === null) return;
      rebuild(table, shown);
    },
  };
}

/** Leaves the rows, columns and cells that are shown. */
function rebuild({ rows, columns }: ShownTable, shown: PlacedCell<Cell>[][]): void {
  removeFrom([...rows, ...columns].filter((part) => part.isHidden));
  removeFrom(rows.flatMap(({ cells }) => cells));
  // A merged cell of a hidden row may reach into rows that are shown.
  for (const { cells } of rows.filter(({ reading }) => leavesPlace(reading.source)))
    for (const cell of cells) cell.reading.element.children = [];
  for (const [at, { reading }] of rows.entries()) {
    const cells = shown[at] ?? [];
    reading.element.children.push(
      ...cells.map((one) => one.cell.withSpans(one.rowspan, one.colspan)),
    );
  }
}

function isCell(tag: string): boolean {
  return tag === 'td' || tag === 'th';
}

function removeFrom(parts: readonly { reading: Reading }[]): void {
  const readings = parts.map(({ reading }) => reading);
  const removed = new Set<Node>(readings.map(({ element }) => element));
  for (const around of new Set(readings.map((reading) => reading.around)))
    around.children = around.children.filter((child) => !removed.has(child));
}
