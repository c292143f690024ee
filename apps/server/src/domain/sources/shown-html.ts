import { readSpan } from '@naru/contract/formats';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import sanitizeHtml from 'sanitize-html';
import { fieldError } from '../../platform/errors.ts';

type Attributes = Record<string, string>;

const GONE =
  /(?:^|[;\s"])(?:display\s*:\s*none|visibility\s*:\s*collapse|mso-hide\s*:\s*all|opacity\s*:\s*0\s*(?:[;!"]|$))/i;
const FONT_SIZE = /(?:^|[;\s"])font-size\s*:\s*(\d*\.?\d+)(px|pt|em|rem|%)?/i;
const NO_WRAP = /white-space\s*:\s*(?:nowrap|pre)/i;
const UNSEEN = /(?:^|[;\s"])visibility\s*:\s*hidden/i;
const NO_WIDTH = /(?:^|[;\s])width\s*:\s*0(?:px|pt|em|%)?\s*(?:[;!]|$)/i;
/** Texts without any of it are as they are shown. */
const MAY_HIDE =
  /\shidden|display\s*:\s*none|visibility\s*:|mso-hide|font-size\s*:\s*0|opacity\s*:\s*0|width\s*[:=]\s*["']?\s*0/i;

/** A style attribute that is not needed further, or `hidden` in its place where it hides its element. */
export function shortStyle(attribute: string): string {
  if (GONE.test(attribute)) return ' hidden';
  if (UNSEEN.test(attribute)) return ' style="visibility:hidden"';
  const [, size] = FONT_SIZE.exec(attribute) ?? [];
  return size === undefined ? '' : ` style="font-size:${Number(size) === 0 ? 0 : '1px'}"`;
}

interface Table {
  hiddenColumns: Set<number>;
  /** The next `col` and the next cell. */
  col: number;
  cell: number;
  row: number;
  /** For each column the first row that no cell above reaches into. */
  free: number[];
}

/**
 * Removes what a page does not show: elements that a style or an attribute hides, and columns that are hidden
 * or without width. Cells that are only unseen stay, empty. Throws VALIDATION_FAILED when tags are nested deeper
 * than posts may be.
 */
export function removeHidden(html: string): string {
  if (!MAY_HIDE.test(html)) return html;
  const tables: Table[] = [];
  /** Unseen cells around the current place. */
  let unseen = 0;
  /** For each element around the current place, whether its text has no size. */
  const sizeless: boolean[] = [];
  let depth = 0;
  return sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, attributes) => {
        const attribs = place(tagName, attributes, tables);
        // The library drops attributes without a value.
        return {
          tagName,
          attribs: 'hidden' in attribs ? { ...attribs, hidden: 'hidden' } : attribs,
        };
      },
    },
    onOpenTag: (tag, attributes) => {
      depth += 1;
      sizeless.push(hasNoSize(attributes) ?? sizeless.at(-1) ?? false);
      // Parsing takes time quadratic in the depth.
      if (depth > LIMITS.contentMaxDepth) throw fieldError('content', TEXTS.contentTooDeep);
      if (isUnseenCell(tag, attributes)) unseen += 1;
    },
    onCloseTag: (tag) => {
      depth -= 1;
      sizeless.pop();
      if (tag === 'table') tables.pop();
    },
    textFilter: (text) => (unseen > 0 || sizeless.at(-1) ? '' : text),
    exclusiveFilter: ({ tag, attribs }) => {
      if (isUnseenCell(tag, attribs)) {
        unseen -= 1;
        return isGone(attribs);
      }
      return unseen > 0 || isGone(attribs) || UNSEEN.test(attribs.style ?? '');
    },
  });
}

function isGone({ hidden, style = '' }: Attributes): boolean {
  return hidden !== undefined || GONE.test(style);
}

function isUnseenCell(tag: string, { style = '' }: Attributes): boolean {
  return (tag === 'td' || tag === 'th') && UNSEEN.test(style);
}

/** Follows the grid of the table, and marks the cells of its hidden columns. */
function place(tag: string, attributes: Attributes, tables: Table[]): Attributes {
  if (tag === 'table')
    tables.push({ hiddenColumns: new Set(), col: 0, cell: 0, row: -1, free: [] });
  const table = tables.at(-1);
  if (table === undefined) return attributes;
  if (tag === 'tr') {
    table.row += 1;
    table.cell = 0;
  }
  if (tag === 'col') placeCol(table, attributes);
  return tag === 'td' || tag === 'th' ? placeCell(table, attributes) : attributes;
}

function placeCol(table: Table, attributes: Attributes): void {
  const isHidden = isGone(attributes) || hasNoWidth(attributes);
  for (let left = readSpan(attributes.span); left > 0; left -= 1) {
    if (isHidden) table.hiddenColumns.add(table.col);
    table.col += 1;
  }
}

function placeCell(table: Table, attributes: Attributes): Attributes {
  const { free, row } = table;
  while ((free[table.cell] ?? 0) > row) table.cell += 1;
  const colspan = readSpan(attributes.colspan);
  let shown = 0;
  for (let left = colspan; left > 0; left -= 1) {
    free[table.cell] = row + readSpan(attributes.rowspan);
    if (!table.hiddenColumns.has(table.cell)) shown += 1;
    table.cell += 1;
  }
  if (shown === 0 || (colspan === 1 && hasNoWidth(attributes) && !staysWide(attributes)))
    return { ...attributes, hidden: '' };
  return shown === colspan ? attributes : { ...attributes, colspan: String(shown) };
}

/** Null where the parent decides. */
function hasNoSize({ style = '' }: Attributes): boolean | null {
  const [, size, unit] = FONT_SIZE.exec(style) ?? [];
  if (size === undefined) return null;
  if (Number(size) === 0) return true;
  return unit === 'em' || unit === '%' ? null : false;
}

function staysWide({ nowrap, style = '' }: Attributes): boolean {
  return nowrap !== undefined || NO_WRAP.test(style);
}

function hasNoWidth({ width, style = '' }: Attributes): boolean {
  return width === '0' || NO_WIDTH.test(style);
}
