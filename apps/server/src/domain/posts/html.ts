import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { LIMITS } from '@naru/contract/limits';
import { isInvisible } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { LRUCache } from 'lru-cache';
import { AppError, fieldError } from '../../platform/errors.ts';
import { arrangeBlocks } from './blocks.ts';
import { RULES } from './html-rules.ts';
import { escapeText, htmlToText } from './html-text.ts';
import { type Reading, readTree } from './tree.ts';

export interface CleanContent {
  html: string;
  /** Plain text in NFC, one line per block. */
  text: string;
  /** Distinct URLs of the full pictures, in order. */
  imageUrls: string[];
}

const VARIANT = /_(?:thumb|medium)\.webp$/;
/** Dropping a tag can change the nesting, so sanitising repeats until it is stable; usually twice. */
const ROUNDS = 6;
const EMPTY_LINE = '<p></p>';
const OTHER_BLOCK_ENDS = /(?:<\/(?:h2|h3|ul|ol|blockquote|pre|table)>|<(?:hr|img)[^>]*>)$/;
const CACHE_ENTRIES = 5_000;
/** Code units up to which a text is sanitised without yielding to the event loop. */
const SHORT = 4_000;

/**
 * Keeps only what the editor produces. Idempotent. Throws VALIDATION_FAILED when tags are nested deeper
 * than 100 or tables have more than 5,000 cells, and for a run of combining marks that must not be
 * normalised.
 */
export function sanitizePost(html: string): string {
  return finish(sanitizeInRounds(html));
}

type Rounds = Generator<void, string>;

function finish(rounds: Rounds): string {
  for (;;) {
    const { done, value } = rounds.next();
    if (done) return value;
  }
}

/** `sanitizePost` that yields to the event loop after each round, unless the text is short. */
export async function sanitizeYielding(html: string, maxBytes?: number): Promise<string> {
  const rounds = sanitizeInRounds(html, maxBytes);
  for (;;) {
    const { done, value } = rounds.next();
    if (done) return value;
    if (html.length > SHORT) await setImmediate();
  }
}

/**
 * Yields after each round that changed the text; HTML that was sanitised before takes one round. Throws
 * VALIDATION_FAILED once it has more than `maxBytes`.
 */
function* sanitizeInRounds(html: string, maxBytes = Number.POSITIVE_INFINITY): Rounds {
  let clean = html;
  for (let round = 0; round < ROUNDS; round += 1) {
    const again = sanitizeOnce(clean);
    if (Buffer.byteLength(again) > maxBytes) throw fieldError('content', TEXTS.contentTooLong);
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
  return contentOf(finish(sanitizeInRounds(source, LIMITS.contentMaxBytes)));
}

/** `readContent` that yields to the event loop. */
export async function readContentYielding(source: string): Promise<CleanContent> {
  return contentOf(await sanitizeYielding(source, LIMITS.contentMaxBytes));
}

function contentOf(html: string): CleanContent {
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

/** One round of sanitising; a second round may change the nesting again. */
export function sanitizeOnce(
  html: string,
  { rules = RULES, onTag }: Partial<Reading> = {},
): string {
  return dropLastLine(arrangeBlocks(readTree(html, { rules, ...(onTag && { onTag }) })));
}

/** Without the empty paragraph that the editor keeps behind a last block, to have a place for the caret. */
function dropLastLine(html: string): string {
  const rest = html.endsWith(EMPTY_LINE) ? html.slice(0, -EMPTY_LINE.length) : '';
  return OTHER_BLOCK_ENDS.test(rest) ? rest : html;
}
