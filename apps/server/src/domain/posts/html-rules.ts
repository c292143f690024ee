import {
  isFormulaKind,
  isSafeLink,
  isTextColor,
  readColumnWidth,
  readContactLink,
  readLanguage,
  readListStart,
  readListType,
  readSpan,
} from '@naru/contract/formats';
import { LIMITS } from '@naru/contract/limits';
import { nearestTextColor } from '@naru/contract/text-colors';
import { LINES } from './blocks.ts';
import { cellSpans } from './tables.ts';
import type { Attributes, Clean, Rule } from './tree.ts';

const OWN_IMAGE = /^\/files\/[\w-]{1,200}\.webp$/;
const FONT_SIZE = /(?:^|;)\s*font-size\s*:\s*(\d{1,6}(?:\.\d{1,6})?)px\s*(?=;|$)/i;
const ALIGN = /(?:^|;)\s*text-align\s*:\s*(center|right)\s*(?=;|$)/i;
const SCRIPT = /(?:^|;)\s*vertical-align\s*:\s*(super|sub)\s*(?=;|$)/i;
const SIDE = /^[1-9]\d{0,4}$/;
const ALT_MAX = 300;
const LINK_REL = 'noopener noreferrer nofollow ugc';

const PLAIN = [
  ...['br', 'hr', 'ul', 'li', 'blockquote', 'pre', 'strong', 'em', 'u', 's', 'sup', 'sub'],
  ...['table', 'colgroup', 'tbody', 'tr'],
];
/** Blocks of other pages and programs, whose lines become paragraphs. */
const BLOCKS = [
  ...[
    LINES,
    'section',
    'article',
    'header',
    'footer',
    'main',
    'nav',
    'aside',
    'address',
    'details',
  ],
  ...['summary', 'figure', 'figcaption', 'dl', 'dt', 'dd', 'caption', 'fieldset', 'form'],
];

/** What the editor makes, and what else means the same. */
export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...PLAIN.map((tag) => as(tag)),
  ...[as('b', 'strong'), as('i', 'em'), as('del', 's'), as('strike', 's')],
  ...['p', 'h2', 'h3'].map((tag) => aligned(tag)),
  ...[aligned('h1', 'h2'), aligned('h4', 'h3'), aligned('h5', 'h3'), aligned('h6', 'h3')],
  ...BLOCKS.map((tag) => aligned(tag, LINES)),
  ['center', () => ({ tag: LINES, attributes: { style: 'text-align:center' } })],
  ['a', (attributes) => ({ tag: 'a', attributes: linkAttributes(attributes) })],
  ['img', picture],
  ['span', span],
  ['font', (attributes) => ({ tag: 'span', attributes: fontAttributes(attributes) })],
  ['code', (attributes) => ({ tag: 'code', attributes: codeAttributes(attributes) })],
  ['td', (attributes) => ({ tag: 'td', attributes: cellAttributes(attributes) })],
  ['th', (attributes) => ({ tag: 'th', attributes: cellAttributes(attributes) })],
  ['ol', (attributes) => ({ tag: 'ol', attributes: numbering(attributes) })],
  ['col', (attributes) => ({ tag: 'col', attributes: columnWidth(attributes) })],
  ['input', checkbox],
]);

/** An element without attributes. */
function as(from: string, tag = from): [string, Rule] {
  return [from, () => ({ tag })];
}

/** An element of which the alignment stays. */
function aligned(from: string, tag = from): [string, Rule] {
  return [from, (attributes) => ({ tag, attributes: alignment(attributes) })];
}

export function isOwnImage(url: string): boolean {
  return OWN_IMAGE.test(url);
}

/** The attributes of a link that stay. */
export function linkAttributes({ href = '' }: Attributes): Attributes {
  const url = readContactLink(href) ?? href.trim();
  const isLink = isSafeLink(url) || readContactLink(url) !== null;
  return isLink ? { href: url, rel: LINK_REL, target: '_blank' } : {};
}

function picture({ src = '', alt = '', width = '', height = '' }: Attributes): Clean | null {
  if (!isOwnImage(src)) return null;
  const attributes = {
    src,
    alt: alt.slice(0, ALT_MAX).replace(/\p{Surrogate}/gu, ''),
    ...(SIDE.test(width) && { width }),
    ...(SIDE.test(height) && { height }),
  };
  return { tag: 'img', attributes };
}

function span(attributes: Attributes): Clean {
  const { style = '', 'data-color': color, 'data-formula': formula } = attributes;
  const script = SCRIPT.exec(style)?.[1]?.toLowerCase();
  // Super- and subscript of word processors.
  if (script !== undefined) return { tag: script === 'sub' ? 'sub' : 'sup' };
  const size = Number(FONT_SIZE.exec(style)?.[1] ?? 0);
  const pixels = Math.min(Math.max(size, LIMITS.fontSizeMin), LIMITS.fontSizeMax);
  const meant = {
    ...(size > 0 && { style: `font-size:${pixels}px` }),
    ...(isTextColor(color) && { 'data-color': color }),
    ...(isFormulaKind(formula) && { 'data-formula': formula }),
  };
  return { tag: 'span', attributes: meant };
}

function codeAttributes({ class: className }: Attributes): Attributes {
  const language = readLanguage(className);
  return language === null ? {} : { class: `language-${language}` };
}

function alignment({ style = '', align = '' }: Attributes): Attributes {
  const found = ALIGN.exec(style)?.[1] ?? ALIGN.exec(`text-align:${align}`)?.[1];
  return found === undefined ? {} : { style: `text-align:${found.toLowerCase()}` };
}

function cellAttributes(attributes: Attributes): Attributes {
  return { ...cellSpans(attributes), ...alignment(attributes) };
}

function fontAttributes({ color = '' }: Attributes): Attributes {
  const named = nearestTextColor(color);
  return named === null ? {} : { 'data-color': named };
}

function numbering({ start, type }: Attributes): Attributes {
  const first = readListStart(start);
  const kind = readListType(type);
  return { ...(first !== 1 && { start: String(first) }), ...(kind !== null && { type: kind }) };
}

function columnWidth({ width, span }: Attributes): Attributes {
  const pixels = readColumnWidth(width);
  return {
    ...(pixels !== null && { width: String(pixels) }),
    ...(readSpan(span) > 1 && { span: String(readSpan(span)) }),
  };
}

/** A box of a list of tasks, as the character that shows its state; nothing of other fields. */
function checkbox({ type, checked }: Attributes): Clean {
  const text = checked === undefined ? '☐' : '☑';
  return { tag: 'span', ...(type?.toLowerCase() === 'checkbox' && { text }) };
}
