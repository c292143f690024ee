import { readSpan } from '@naru/contract/formats';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { fieldError } from '../../platform/errors.ts';

interface OpenTable {
  rows: number;
  columns: number;
  widest: number;
}

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
      else if (tag === 'td' || tag === 'th') addCell(attributes);
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
