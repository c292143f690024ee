import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isFormulaKind, isTextColor, readLanguage } from '@naru/contract/formats';
import { LIMITS } from '@naru/contract/limits';
import { hasMarkRun, isInvisible } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { LRUCache } from 'lru-cache';
import sanitizeHtml from 'sanitize-html';
import { AppError, fieldError } from '../../platform/errors.ts';
import { cellSpans, createCellCounter } from './tables.ts';

export interface CleanContent {
  html: string;
  /** Plain text in NFC, one line per block. */
  text: string;
  /** Distinct URLs of the full pictures, in order. */
  imageUrls: string[];
}

const LINK = /^https?:\/\/[^\s\\\p{Cc}]+$/iu;
const OWN_IMAGE = /^\/files\/[\w-]{1,200}\.webp$/;
const VARIANT = /_(?:thumb|medium)\.webp$/;
const FONT_SIZE = /(?:^|;)\s*font-size\s*:\s*(\d{1,6}(?:\.\d{1,6})?)px\s*(?=;|$)/i;
const ALIGN = /(?:^|;)\s*text-align\s*:\s*(center|right)\s*(?=;|$)/i;
const SIDE = /^[1-9]\d{0,4}$/;
const ALT_MAX = 300;
const LINK_REL = 'noopener noreferrer nofollow ugc';
/** Dropping a tag can change the nesting, so sanitising repeats until it is stable; usually twice. */
const ROUNDS = 6;
const CACHE_ENTRIES = 5_000;
/** Code units up to which a text is sanitised without yielding to the event loop. */
const SHORT = 4_000;

type Attributes = Record<string, string>;

interface Rewriting {
  tags?: Record<string, sanitizeHtml.Transformer | string>;
  /** Called with 1 where a tag opens, before it is transformed, and with -1 where it closes. */
  onTag?: (tag: string, step: 1 | -1) => void;
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['strong', 'em', 'u', 's', 'a', 'img', 'span'],
    ...['table', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    span: ['style', 'data-color', 'data-formula'],
    code: ['class'],
    p: ['style'],
    h2: ['style'],
    h3: ['style'],
    td: ['colspan', 'rowspan', 'style'],
    th: ['colspan', 'rowspan', 'style'],
  },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes) }),
    img: (tagName, attributes) => ({ tagName, attribs: imageAttributes(attributes) }),
    span: (tagName, attributes) => ({ tagName, attribs: spanAttributes(attributes) }),
    code: (tagName, attributes) => ({ tagName, attribs: codeAttributes(attributes) }),
    p: aligned,
    h2: aligned,
    h3: aligned,
    td: cell,
    th: cell,
  },
};

/**
 * Keeps only what the editor produces. Idempotent. Throws VALIDATION_FAILED when tags are nested deeper
 * than 100 or tables have more than 5,000 cells, and for a run of combining marks that must not be
 * normalised.
 */
export function sanitizePost(html: string): string {
  const rounds = sanitizeInRounds(html);
  for (;;) {
    const { done, value } = rounds.next();
    if (done) return value;
  }
}

/** `sanitizePost` that yields to the event loop after each round, unless the text is short. */
export async function sanitizeYielding(html: string): Promise<string> {
  const rounds = sanitizeInRounds(html);
  for (;;) {
    const { done, value } = rounds.next();
    if (done) return value;
    if (html.length > SHORT) await setImmediate();
  }
}

/** Yields after each round that changed the text; HTML that was sanitised before takes one round. */
function* sanitizeInRounds(html: string): Generator<void, string> {
  let clean = html;
  for (let round = 0; round < ROUNDS; round += 1) {
    const again = sanitizeOnce(clean);
    if (again === clean) return clean;
    clean = again;
    yield;
  }
  // Not stable after the last round: keeps the text alone.
  return escapeText(htmlToText(clean));
}

/** `sanitizePost` for stored HTML: returns an empty string instead of throwing. */
export function resanitizePost(html: string): string {
  try {
    return sanitizePost(html);
  } catch (error) {
    if (error instanceof AppError) return '';
    throw error;
  }
}

/**
 * Skips `clean` for texts it did not change before. An LRU cache of digests, so memory does not depend
 * on the length of the texts.
 */
export function createCleanCache(clean: (text: string) => string): (text: string) => string {
  const known = new LRUCache<string, true>({ max: CACHE_ENTRIES });
  return (text) => {
    const digest = createHash('sha256').update(text).digest('base64');
    if (known.get(digest)) return text;
    const result = clean(text);
    if (result === text) known.set(digest, true);
    return result;
  };
}

/**
 * Sanitises and parses a post's HTML. Throws VALIDATION_FAILED when it is nested too deeply, has too
 * many cells or combining marks in a row, or is longer than 64 KB after sanitising.
 */
export function readContent(source: string): CleanContent {
  return contentOf(sanitizePost(source));
}

/** `readContent` that yields to the event loop. */
export async function readContentYielding(source: string): Promise<CleanContent> {
  return contentOf(await sanitizeYielding(source));
}

function contentOf(html: string): CleanContent {
  if (Buffer.byteLength(html) > LIMITS.contentMaxBytes)
    throw fieldError('content', TEXTS.contentTooLong);
  return { html, text: htmlToText(html), imageUrls: findImages(html) };
}

/** Distinct URLs of the full pictures of sanitised HTML, in order. */
export function findImages(html: string): string[] {
  const found = html.matchAll(/<img src="([^"]+)"/g);
  return [...new Set(Array.from(found, ([, url = '']) => fullImageUrl(url)))];
}

/** True without a picture and without a visible character. */
export function isBlank(content: CleanContent): boolean {
  return content.imageUrls.length === 0 && isInvisible(content.text);
}

/** URL of the full picture for the URL of any variant. */
export function fullImageUrl(url: string): string {
  return url.replace(VARIANT, '.webp');
}

export function isOwnImage(url: string): boolean {
  return OWN_IMAGE.test(url);
}

/** True for an absolute http or https URL without credentials. */
export function isSafeLink(url: string): boolean {
  if (!LINK.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return `${username}${password}` === '';
}

/**
 * One round of sanitising, with further transformations of some tags; a second round may change the nesting
 * again.
 */
export function sanitizeOnce(html: string, { tags, onTag }: Rewriting = {}): string {
  let depth = 0;
  const cells = createCellCounter();
  const clean = sanitizeHtml(html, {
    ...OPTIONS,
    transformTags: { ...OPTIONS.transformTags, ...tags },
    onOpenTag: (tag, attributes) => {
      depth += 1;
      onTag?.(tag, 1);
      cells.open(tag, attributes);
      // Parsing takes time quadratic in the depth.
      if (depth > LIMITS.contentMaxDepth) throw fieldError('content', TEXTS.contentTooDeep);
    },
    onCloseTag: (tag) => {
      depth -= 1;
      onTag?.(tag, -1);
      cells.close(tag);
    },
  });
  return clean.replace(/<img(?! src=)[^>]*>/g, '');
}

/** Expects sanitised HTML, in which angle brackets occur in tags only. Throws VALIDATION_FAILED. */
export function htmlToText(html: string): string {
  const text = html
    // A row is one line: the last block of a cell ends with a space.
    .replace(/(?:<\/p>)?<\/t[dh]>/g, ' ')
    .replace(/<br \/>|<hr \/>|<table>|<\/(?:p|h2|h3|li|blockquote|pre|tr|table)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
  if (hasMarkRun(text)) throw fieldError('content', TEXTS.marksTooMany);
  // Line by line: one pattern over runs of white space would be quadratic.
  return text
    .normalize('NFC')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Text as HTML. */
export function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** The attributes of a link that stay. */
export function linkAttributes({ href = '' }: Attributes): Attributes {
  const url = href.trim();
  return isSafeLink(url) ? { href: url, rel: LINK_REL, target: '_blank' } : {};
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

function alignment({ style = '' }: Attributes): Attributes {
  const align = ALIGN.exec(style)?.[1];
  return align === undefined ? {} : { style: `text-align:${align.toLowerCase()}` };
}

function aligned(tagName: string, attributes: Attributes): sanitizeHtml.Tag {
  return { tagName, attribs: alignment(attributes) };
}

function cell(tagName: string, attributes: Attributes): sanitizeHtml.Tag {
  return { tagName, attribs: { ...cellSpans(attributes), ...alignment(attributes) } };
}
