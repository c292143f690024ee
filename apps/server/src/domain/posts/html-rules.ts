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
import type sanitizeHtml from 'sanitize-html';
import { LINES } from './blocks.ts';
import { cellSpans } from './tables.ts';

const OWN_IMAGE = /^\/files\/[\w-]{1,200}\.webp$/;
const FONT_SIZE = /(?:^|;)\s*font-size\s*:\s*(\d{1,6}(?:\.\d{1,6})?)px\s*(?=;|$)/i;
const ALIGN = /(?:^|;)\s*text-align\s*:\s*(center|right)\s*(?=;|$)/i;
const SCRIPT = /(?:^|;)\s*vertical-align\s*:\s*(super|sub)\s*(?=;|$)/i;
const SIDE = /^[1-9]\d{0,4}$/;
const ALT_MAX = 300;
const LINK_REL = 'noopener noreferrer nofollow ugc';

type Attributes = Record<string, string>;

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

export const SANITIZER: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['strong', 'em', 'u', 's', 'sup', 'sub', 'a', 'img', 'span'],
    ...['table', 'colgroup', 'col', 'tbody', 'tr', 'th', 'td'],
    LINES,
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    span: ['style', 'data-color', 'data-formula'],
    code: ['class'],
    p: ['style'],
    h2: ['style'],
    h3: ['style'],
    [LINES]: ['style'],
    td: ['colspan', 'rowspan', 'style'],
    th: ['colspan', 'rowspan', 'style'],
    ol: ['start', 'type'],
    col: ['width', 'span'],
  },
  selfClosing: ['br', 'hr', 'img', 'col'],
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes) }),
    img: (tagName, attributes) => ({ tagName, attribs: imageAttributes(attributes) }),
    span: (tagName, attributes) =>
      scriptOf(attributes) ?? { tagName, attribs: spanAttributes(attributes) },
    font: (_, attributes) => ({ tagName: 'span', attribs: fontAttributes(attributes) }),
    code: (tagName, attributes) => ({ tagName, attribs: codeAttributes(attributes) }),
    p: aligned,
    h2: aligned,
    h3: aligned,
    td: cell,
    th: cell,
    ol: (tagName, attributes) => ({ tagName, attribs: numbering(attributes) }),
    col: (tagName, attributes) => ({ tagName, attribs: columnWidth(attributes) }),
    input: checkbox,
    ...{ h1: as('h2'), h4: as('h3'), h5: as('h3'), h6: as('h3') },
    ...Object.fromEntries(BLOCKS.map((tag) => [tag, as(LINES)])),
    center: () => ({ tagName: LINES, attribs: { style: 'text-align:center' } }),
  },
};

export function isOwnImage(url: string): boolean {
  return OWN_IMAGE.test(url);
}

/** The attributes of a link that stay. */
export function linkAttributes({ href = '' }: Attributes): Attributes {
  const url = readContactLink(href) ?? href.trim();
  const isLink = isSafeLink(url) || readContactLink(url) !== null;
  return isLink ? { href: url, rel: LINK_REL, target: '_blank' } : {};
}

function imageAttributes(attributes: Attributes): Attributes {
  const { src = '', alt = '', width = '', height = '' } = attributes;
  if (!isOwnImage(src)) return {};
  return {
    src,
    alt: alt.slice(0, ALT_MAX).replace(/\p{Surrogate}/gu, ''),
    ...(SIDE.test(width) && { width }),
    ...(SIDE.test(height) && { height }),
  };
}

function spanAttributes(attributes: Attributes): Attributes {
  const { style = '', 'data-color': color, 'data-formula': formula } = attributes;
  const size = FONT_SIZE.exec(style)?.[1];
  const pixels = Math.min(Math.max(Number(size), LIMITS.fontSizeMin), LIMITS.fontSizeMax);
  return {
    ...(size !== undefined && { style: `font-size:${pixels}px` }),
    ...(isTextColor(color) && { 'data-color': color }),
    ...(isFormulaKind(formula) && { 'data-formula': formula }),
  };
}

function codeAttributes({ class: className }: Attributes): Attributes {
  const language = readLanguage(className);
  return language === null ? {} : { class: `language-${language}` };
}

function alignment({ style = '', align = '' }: Attributes): Attributes {
  const found = ALIGN.exec(style)?.[1] ?? ALIGN.exec(`text-align:${align}`)?.[1];
  return found === undefined ? {} : { style: `text-align:${found.toLowerCase()}` };
}

/** A transformer to another tag that keeps the alignment. */
function as(tagName: string): sanitizeHtml.Transformer {
  return (_, attributes) => ({ tagName, attribs: alignment(attributes) });
}

function aligned(tagName: string, attributes: Attributes): sanitizeHtml.Tag {
  return { tagName, attribs: alignment(attributes) };
}

function cell(tagName: string, attributes: Attributes): sanitizeHtml.Tag {
  return { tagName, attribs: { ...cellSpans(attributes), ...alignment(attributes) } };
}

/** Super- and subscript of word processors; null for other text. */
function scriptOf({ style = '' }: Attributes): sanitizeHtml.Tag | null {
  const script = SCRIPT.exec(style)?.[1]?.toLowerCase();
  return script === undefined ? null : { tagName: script === 'sub' ? 'sub' : 'sup', attribs: {} };
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
function checkbox(_: string, { type, checked }: Attributes): sanitizeHtml.Tag {
  const text = checked === undefined ? '☐' : '☑';
  return { tagName: 'span', attribs: {}, ...(type?.toLowerCase() === 'checkbox' && { text }) };
}
