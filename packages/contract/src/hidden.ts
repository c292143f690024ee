import { type Attributed, type PlacedCell, placeCells, range } from './table-cells.ts';

interface Table<Cell> {
  columns: readonly { isHidden: boolean; span: number }[];
  rows: readonly { isHidden: boolean; cells: readonly Cell[] }[];
}

const END = String.raw`\s*(?:;|$|!)`;
const ZERO = String.raw`\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?${END}`;
const LEAVES_PLACE = String.raw`visibility\s*:\s*hidden`;
/** Each hides the element and what it contains. */
const HIDING = [
  String.raw`display\s*:\s*none`,
  String.raw`visibility\s*:\s*collapse`,
  String.raw`mso-hide\s*:\s*all`,
  // Remarks in the margin of Word.
  String.raw`mso-element\s*:\s*comment`,
  `(?:opacity|max-height)${ZERO}`,
  String.raw`clip\s*:\s*rect\(\s*[01](?:px)?(?:[\s,]+[01](?:px)?){3}\s*\)`,
  String.raw`(?:left|right|top|text-indent)\s*:\s*-\d{4,}`,
];
const LEAVES_NOTHING = declaration(...HIDING);
const HIDES = declaration(LEAVES_PLACE, ...HIDING);
const NO_HEIGHT = declaration(String.raw`height\s*:\s*[01](?:px|pt)?${END}`);
const CUTS_OFF = declaration(String.raw`overflow(?:-y)?\s*:\s*(?:hidden|clip)`);
const FONT_SIZE = declaration(
  String.raw`font(?:-size\s*:\s*|\s*:(?:[^;]{0,100}?\s)??)(\d*\.?\d+)(px|pt|em|rem|%)?`,
);
const NO_WIDTH = declaration(`width${ZERO}`);
const NO_WRAP = declaration(String.raw`white-space\s*:\s*(?:nowrap|pre)`);
/** Rows that Excel hides; elsewhere a row grows with its content. */
const NO_ROW_HEIGHT = declaration(String.raw`height\s*:\s*0`);
const BY_EXCEL = declaration('mso-height-source');
const MARGIN_NOTE = /(?:^|\s)MsoCommentReference(?:\s|$)/;
const READ = [HIDES, NO_HEIGHT, CUTS_OFF, FONT_SIZE, NO_WIDTH, NO_WRAP, NO_ROW_HEIGHT, BY_EXCEL];

function declaration(...patterns: string[]): RegExp {
  return new RegExp(`(?:^|[;\\s])(?:${patterns.join('|')})`, 'i');
}

const styleOf = (element: Attributed) => element.getAttribute('style') ?? '';

/** The part of a style that says whether and how far its element is shown. */
export function hidingStyle(style: string): string {
  return style
    .split(';')
    .filter((part) => READ.some((pattern) => pattern.test(part)))
    .join(';');
}

/** The part of a class that says whether its element is shown. */
export function hidingClass(names: string): string {
  return MARGIN_NOTE.exec(names)?.[0].trim() ?? '';
}

/** Whether a page does not show the element. */
export function isHidden(element: Attributed): boolean {
  return isHiddenBy(HIDES, element);
}

/** Hidden so that nothing of its place is left. */
export function isGone(element: Attributed): boolean {
  return isHiddenBy(LEAVES_NOTHING, element);
}

/** Hidden so that its place stays empty. */
export function leavesPlace(element: Attributed): boolean {
  return isHidden(element) && !isGone(element);
}

function isHiddenBy(pattern: RegExp, element: Attributed): boolean {
  const style = styleOf(element);
  return (
    element.getAttribute('hidden') !== null ||
    (style !== '' && (pattern.test(style) || (NO_HEIGHT.test(style) && CUTS_OFF.test(style)))) ||
    MARGIN_NOTE.test(element.getAttribute('class') ?? '')
  );
}

/** Whether text of the element has no size: null where its parent decides. */
export function hasNoSize(element: Attributed): boolean | null {
  const style = styleOf(element);
  const [, size, unit] = (style !== '' && FONT_SIZE.exec(style)) || [];
  if (size === undefined) return null;
  if (Number(size) === 0) return true;
  return /^(?:em|%)$/i.test(unit ?? '') ? null : false;
}

/** Of the visibilities only `collapse` takes effect on columns. */
export function isColumnHidden(col: Attributed): boolean {
  return isGone(col) || hasNoWidth(col);
}

export function isRowHidden(row: Attributed): boolean {
  const style = styleOf(row);
  const hasNoHeight = BY_EXCEL.test(style) && NO_ROW_HEIGHT.test(style);
  return isHidden(row) || row.getAttribute('height') === '0' || hasNoHeight;
}

function hasNoWidth(element: Attributed): boolean {
  return element.getAttribute('width') === '0' || NO_WIDTH.test(styleOf(element));
}

/** Hidden, or without width, so that its column may be. */
export function isLeftOut(cell: Attributed): boolean {
  const isWide = cell.getAttribute('nowrap') !== null || NO_WRAP.test(styleOf(cell));
  return isGone(cell) || (hasNoWidth(cell) && !isWide);
}

/**
 * For each row the cells that are shown, with the rows and columns that are left of them; null when all are. A
 * column is hidden by its `col` or by all cells in it.
 */
export function shownCells<Cell extends Attributed>({
  columns,
  rows,
}: Table<Cell>): PlacedCell<Cell>[][] | null {
  const placed = placeCells(rows.map(({ cells }) => cells));
  const hidden = hiddenColumns(columns, placed);
  const isChanged =
    hidden.size > 0 || rows.some((row) => row.isHidden) || placed.some(({ cell }) => isGone(cell));
  if (!isChanged) return null;
  const shown = rows.map((): PlacedCell<Cell>[] => []);
  for (const one of placed) {
    const inRows = range(one.row, one.rowspan).filter((at) => rows[at]?.isHidden === false);
    const inColumns = range(one.column, one.colspan).filter((at) => !hidden.has(at));
    const [first] = inRows;
    if (first === undefined || inColumns.length === 0 || isGone(one.cell)) continue;
    shown[first]?.push({ ...one, rowspan: inRows.length, colspan: inColumns.length });
  }
  for (const row of shown) row.sort((a, b) => a.column - b.column);
  return shown;
}

function hiddenColumns<Cell extends Attributed>(
  columns: Table<Cell>['columns'],
  placed: readonly PlacedCell<Cell>[],
): Set<number> {
  const single = placed.filter(({ colspan }) => colspan === 1);
  const shown = new Set(single.filter(({ cell }) => !isLeftOut(cell)).map(({ column }) => column));
  const byCells = single.map(({ column }) => column).filter((column) => !shown.has(column));
  const hidden = new Set(byCells);
  const width = Math.max(0, ...placed.map(({ column, colspan }) => column + colspan));
  let column = 0;
  for (const { isHidden, span } of columns) {
    if (column >= width) break;
    if (isHidden) for (const at of range(column, span)) hidden.add(at);
    column += span;
  }
  return hidden;
}
