import {
  isFormulaKind,
  isSafeLink,
  isTextColor,
  LIST_STYLES,
  readColumnWidth,
  readContactLink,
  readLanguage,
  readListStart,
  readListType,
  readSpan,
} from '@naru/contract/formats';
import { imageVariantUrl } from '@naru/contract/images';
import { LIMITS } from '@naru/contract/limits';
import DOMPurify, { type Config } from 'dompurify';
import { HTML_POLICY } from '../../lib/html-policy.ts';

const TAGS = [
  ...['p', 'br', 'hr', 'div', 'span', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'sub', 'sup'],
  ...['h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'a', 'img'],
  ...['table', 'colgroup', 'col', 'thead', 'tbody', 'tr', 'th', 'td'],
];
const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'style', 'width', 'height', 'start', 'type'];

const CONFIG = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: [
    ...ATTRIBUTES,
    'colspan',
    'rowspan',
    'span',
    'class',
    'data-color',
    'data-formula',
  ],
  ADD_ATTR: ['target'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_TRUSTED_TYPE: true as const,
  TRUSTED_TYPES_POLICY: HTML_POLICY,
} satisfies Config;

/** Only pictures of this installation are allowed. */
const OWN_IMAGE = /^\/files\/[\w.-]+$/;
const REL = 'noopener noreferrer nofollow ugc';

const ALIGN = /^(left|center|right|justify)$/;

function isFontSize(value: string): boolean {
  const pixels = Number(/^(\d{1,3}(?:\.\d+)?)px$/.exec(value)?.[1] ?? Number.NaN);
  return pixels >= LIMITS.fontSizeMin && pixels <= LIMITS.fontSizeMax;
}

const STYLES: Record<string, (value: string) => boolean> = {
  'font-size': isFontSize,
  'text-align': (value) => ALIGN.test(value),
};

/**
 * Keeps font size and alignment. Drops free colours, which may be unreadable in the dark theme, and
 * everything that could leave the box of the text.
 */
export function cleanStyle(style: string): string {
  return style
    .split(';')
    .map((part) => part.split(':').map((word) => word.trim()))
    .filter(([name = '', value = '', ...more]) => {
      return more.length === 0 && Object.hasOwn(STYLES, name) && STYLES[name]?.(value);
    })
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
}

/** Attributes that styles and rendering depend on, each with the values it may have. */
const VALUES: Record<string, (value: string, tag: string) => boolean> = {
  class: (value, tag) => tag === 'CODE' && readLanguage(value) !== null,
  'data-color': (value, tag) => tag === 'SPAN' && isTextColor(value),
  'data-formula': (value, tag) => tag === 'SPAN' && isFormulaKind(value),
  colspan: (value) => readSpan(value) > 1,
  rowspan: (value) => readSpan(value) > 1,
  span: (value) => readSpan(value) > 1,
  start: (value, tag) => tag === 'OL' && String(readListStart(value)) === value,
  type: (value, tag) => tag === 'OL' && readListType(value) !== null,
  width: (value, tag) => tag === 'IMG' || (tag === 'COL' && readColumnWidth(value) !== null),
};

function dropForeignValues(element: Element): void {
  for (const [name, isAllowed] of Object.entries(VALUES)) {
    const value = element.getAttribute(name);
    if (value !== null && !isAllowed(value, element.tagName)) element.removeAttribute(name);
  }
}

function cleanLink(link: Element): void {
  const href = link.getAttribute('href') ?? '';
  if (isSafeLink(href)) link.setAttribute('target', '_blank');
  else {
    link.removeAttribute('target');
    if (readContactLink(href) === null) link.removeAttribute('href');
  }
  if (!link.hasAttribute('href')) return;
  link.setAttribute('rel', REL);
}

/** Shows the medium size; click and Enter open the full one (`fullImageOf`). */
function prepareImage(image: Element): void {
  const src = image.getAttribute('src') ?? '';
  if (!OWN_IMAGE.test(src)) {
    image.remove();
    return;
  }
  const alt = image.getAttribute('alt')?.trim() || '첨부 사진';
  image.setAttribute('src', imageVariantUrl(src, 'medium'));
  image.setAttribute('alt', alt);
  image.setAttribute('loading', 'lazy');
  image.setAttribute('decoding', 'async');
  if (image.closest('a')) return;
  image.setAttribute('role', 'button');
  image.setAttribute('tabindex', '0');
  image.setAttribute('aria-label', `${alt}, 크게 보기`);
}

function cleanAttributes(node: Element): void {
  dropForeignValues(node);
  const style = node.getAttribute('style');
  if (style === null) return;
  const allowed = cleanStyle(style);
  if (allowed) node.setAttribute('style', allowed);
  else node.removeAttribute('style');
}

/** The style sheet of the site hides what the attribute alone would do. */
function numberByType(list: HTMLOListElement): void {
  const type = readListType(list.getAttribute('type'));
  if (type !== null) list.style.listStyleType = LIST_STYLES[type];
}

function finishElement(node: Node): void {
  if (!(node instanceof Element)) return;
  // Most of the thousands of elements that a text may have are bare.
  if (node.hasAttributes()) cleanAttributes(node);
  if (node.tagName === 'A') cleanLink(node);
  if (node instanceof HTMLOListElement) numberByType(node);
  if (node.tagName === 'IMG') prepareImage(node);
  // Wide code scrolls sideways and must be reachable by keyboard.
  if (node.tagName === 'PRE') node.setAttribute('tabindex', '0');
}

const purifier = DOMPurify(window);
purifier.addHook('afterSanitizeAttributes', finishElement);

/** Address of the full-size picture. */
export function fullImageOf(src: string): string {
  return src.replace(/_(?:medium|thumb)\.webp$/, '.webp');
}

/**
 * Sanitises again after the server. Returns a `TrustedHTML` where the browser supports Trusted
 * Types, as the page's policy requires.
 */
export function sanitizePost(html: string): TrustedHTML {
  return purifier.sanitize(html, CONFIG);
}
