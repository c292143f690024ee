import { readSpan } from '@naru/contract/formats';
import {
  hasNoSize,
  isColumnHidden,
  isGone,
  isHidden,
  isRowHidden,
  leavesPlace,
  shownCells,
} from '@naru/contract/hidden';
import type { PlacedCell } from '@naru/contract/table-cells';

const SHOWN = 'img,picture,svg,hr,table,[data-formula]';

/** Removes what the copied page did not show: elements, and rows and columns of tables. */
export function removeHidden(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) removeFromTable(table);
  for (const element of body.querySelectorAll('[style],[hidden],[class],template')) {
    if (!isHidden(element) && !element.matches('template')) continue;
    // The place of such a cell stays.
    if (element instanceof HTMLTableCellElement) element.replaceChildren();
    else if (!(element instanceof HTMLTableColElement)) element.remove();
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
  for (const group of [...table.children])
    if (group instanceof HTMLTableSectionElement && isHidden(group)) group.remove();
  const columns = columnsOf(table).map((col) => ({
    element: col,
    isHidden: isColumnHidden(col) || isGone(col.parentElement ?? col),
    span: readSpan(col.getAttribute('span')),
  }));
  const rows = [...table.rows].map(readRow);
  const shown = shownCells({ columns, rows });
  if (shown === null) return;
  for (const [at, { element }] of rows.entries())
    element.replaceChildren(...(shown[at] ?? []).map(withSpans));
  for (const part of [...rows, ...columns]) if (part.isHidden) part.element.remove();
}

/** A group of columns stands for them only without one in it. */
function columnsOf(table: HTMLTableElement): Element[] {
  const groups = [...table.querySelectorAll(':scope > colgroup')];
  return groups.flatMap((group) => (group.children.length > 0 ? [...group.children] : [group]));
}

function readRow(row: HTMLTableRowElement) {
  const cells = [...row.cells];
  // A merged cell of a hidden row may reach into rows that are shown.
  if (leavesPlace(row)) for (const cell of cells) cell.replaceChildren();
  return { element: row, isHidden: isRowHidden(row), cells };
}

function withSpans({ cell, colspan, rowspan }: PlacedCell<HTMLTableCellElement>): Element {
  for (const [name, span] of Object.entries({ colspan, rowspan })) {
    if (span > 1) cell.setAttribute(name, String(span));
    else cell.removeAttribute(name);
  }
  return cell;
}
