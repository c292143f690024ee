import { readSpan } from '@naru/contract/formats';
import { hasNoSize, isHidden, styleOf } from './css.ts';

interface Placed {
  cell: HTMLTableCellElement;
  row: number;
  column: number;
  rowspan: number;
  colspan: number;
}

const NO_WIDTH = /(?:^|[;\s])width\s*:\s*0(?:\.0+)?(?:px|pt|%|em)?\s*(?:;|$|!)/i;
const NO_WRAP = /white-space\s*:\s*(?:nowrap|pre)/i;
/** Rows that Excel hides; elsewhere a row grows with its content. */
const NO_ROW_HEIGHT = /(?:^|[;\s])height\s*:\s*0/i;
const BY_EXCEL = /mso-height-source/i;
const SHOWN = 'img,picture,svg,hr,table,[data-formula]';
const STAYS_EMPTY = /visibility\s*:\s*hidden/i;

/** Comments beside a text of Word, which the page itself does not show. */
const MARGIN_NOTES = '[style*="mso-element:comment"],.MsoCommentReference,template';

/** Removes what the copied page did not show: elements, and rows and columns of tables. */
export function removeHidden(body: HTMLElement): void {
  for (const note of body.querySelectorAll(MARGIN_NOTES)) note.remove();
  for (const table of body.querySelectorAll('table')) removeFromTable(table);
  for (const element of body.querySelectorAll('[style],[hidden]')) {
    if (!isHidden(element)) continue;
    // The place of such a cell stays.
    if (element instanceof HTMLTableCellElement) element.replaceChildren();
    else element.remove();
  }
  removeSizeless(body);
}

/** Removes text without a size; elements around it that have one are shown. */
function removeSizeless(body: HTMLElement): void {
  for (const element of body.querySelectorAll('[style]')) {
    if (!body.contains(element) || hasNoSize(element) !== true) continue;
    takeTexts(element);
    const isEmpty = element.textContent?.trim() === '' && element.querySelector(SHOWN) === null;
    if (isEmpty && !element.matches('td,th,tr,tbody,table')) element.remove();
  }
}

function takeTexts(element: Element): void {
  for (const child of [...element.childNodes]) {
    if (child instanceof Element) {
      if (hasNoSize(child) === null) takeTexts(child);
    } else child.remove();
  }
}

/** Rebuilds a table with hidden rows, columns or cells from those that are shown. */
function removeFromTable(table: HTMLTableElement): void {
  const rows = [...table.rows];
  const cells = placeCells(rows);
  const columns = hiddenColumns(table, cells);
  const isRowHidden = rows.map(
    (row) => isGone(row) || isGone(row.parentElement ?? row) || hasNoHeight(row),
  );
  const isChanged =
    columns.size > 0 || isRowHidden.includes(true) || cells.some(({ cell }) => isGone(cell));
  if (!isChanged) return;
  const shown = rows.map((): Placed[] => []);
  for (const placed of cells) {
    const { cell, row, column, rowspan, colspan } = placed;
    const inRows = range(row, rowspan).filter((at) => isRowHidden[at] === false);
    const inColumns = range(column, colspan).filter((at) => !columns.has(at));
    const [first] = inRows;
    if (first === undefined || inColumns.length === 0 || isGone(cell)) continue;
    setSpan(cell, 'rowspan', inRows.length);
    setSpan(cell, 'colspan', inColumns.length);
    shown[first]?.push(placed);
  }
  for (const [at, row] of rows.entries()) {
    const inRow = shown[at]?.sort((a, b) => a.column - b.column) ?? [];
    row.replaceChildren(...inRow.map(({ cell }) => cell));
    if (isRowHidden[at]) row.remove();
  }
}

/** Hidden so that nothing of its place is left. */
function isGone(element: Element): boolean {
  return isHidden(element) && !STAYS_EMPTY.test(styleOf(element));
}

function range(from: number, length: number): number[] {
  return Array.from({ length }, (_, at) => from + at);
}

function setSpan(cell: Element, name: string, span: number): void {
  if (span > 1) cell.setAttribute(name, String(span));
  else cell.removeAttribute(name);
}

/** Where each cell lies in the grid of the table. */
function placeCells(rows: HTMLTableRowElement[]): Placed[] {
  const placed: Placed[] = [];
  /** For each column the first row that no cell above reaches into. */
  const free: number[] = [];
  for (const [row, { cells }] of rows.entries()) {
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

/** Columns that are hidden or without width, by their `col` or by the cells in them. */
function hiddenColumns(table: HTMLTableElement, cells: Placed[]): Set<number> {
  const single = cells.filter(({ colspan }) => colspan === 1);
  const isLeftOut = (cell: Element) =>
    isGone(cell) ||
    (hasNoWidth(cell) && !NO_WRAP.test(styleOf(cell)) && !cell.hasAttribute('nowrap'));
  const shown = new Set(single.filter(({ cell }) => !isLeftOut(cell)).map(({ column }) => column));
  const hidden = single.filter(({ column }) => !shown.has(column));
  return new Set([...hidden.map(({ column }) => column), ...takeHiddenCols(table)]);
}

/** Removes the `col` elements of hidden columns, and returns which columns they are. */
function takeHiddenCols(table: HTMLTableElement): number[] {
  const hidden: number[] = [];
  let column = 0;
  for (const col of table.querySelectorAll(':scope > col,:scope > colgroup > col')) {
    const columns = range(column, readSpan(col.getAttribute('span')));
    column += columns.length;
    if (!isColHidden(col)) continue;
    hidden.push(...columns);
    col.remove();
  }
  return hidden;
}

function isColHidden(col: Element): boolean {
  return isHidden(col) || isHidden(col.parentElement ?? col) || hasNoWidth(col);
}

function hasNoHeight(row: Element): boolean {
  const style = styleOf(row);
  return row.getAttribute('height') === '0' || (BY_EXCEL.test(style) && NO_ROW_HEIGHT.test(style));
}

function hasNoWidth(element: Element): boolean {
  return element.getAttribute('width') === '0' || NO_WIDTH.test(styleOf(element));
}
