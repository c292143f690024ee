import { setImmediate } from 'node:timers/promises';
import { isSafeLink, readContactLink } from '@naru/contract/formats';
import { hidingClass, hidingStyle } from '@naru/contract/hidden';
import { LIMITS } from '@naru/contract/limits';
import { cutGraphemes } from '@naru/contract/text';
import { sanitizeOnce, sanitizeYielding } from '../posts/html.ts';
import { linkAttributes, RULES } from '../posts/html-rules.ts';
import type { Attributes, Clean, Rule } from '../posts/tree.ts';
import { type CopiedPicture, NO_COPIES } from './copies.ts';

/** Characters that the database cannot store. */
export const BROKEN = /\0|\p{Surrogate}/gu;
/** Code units of HTML that are read: enough for the longest notice with the styles of an office program. */
export const LOOKED_AT = 1_000_000;
/** Code units parsed before yielding, which takes less than 50 ms. */
const PARSED = 50_000;
/** Pictures inside the text, and styles and classes, which make up most of such notices. */
const BALLAST = /data:[\w/+.;-]{0,100},[\w+/=%]*|\s(?:style|class|lang)="([^"<>]*)"/gi;
/** The session id that Java servers write into the addresses of a page. */
const SESSION_ID = /;jsessionid=[^?#]*/i;
/** Empty, or with nothing but spaces and line breaks. */
const EMPTY_PARAGRAPH = /<p(?: style="[^"]*")?>(?:\s|<br \/>)*<\/p>/g;
const ALT_MAX = 60;
/** Bytes that the sanitiser adds to a link. */
export const LINK_BYTES = 80;
/** Longer addresses are no addresses of pictures. */
const PICTURE_MAX = 2_000;
/** Bytes of a copied picture without its description. */
const PICTURE_BYTES = 120;

/** The absolute form of an address on the page `base`; null for one that no link may have. */
export function resolveAddress(address: string | undefined, base: string): string | null {
  const text = address?.trim() ?? '';
  if (text === '' || !URL.canParse(text, base)) return null;
  const url = new URL(text, base).href.replace(SESSION_ID, '');
  return isSafeLink(url) ? url : null;
}

interface PostHtml {
  html: string;
  /** The end of the text was left out. */
  isCut: boolean;
  /** Distinct addresses of the pictures, in order. */
  pictures: string[];
}

/**
 * Converts what the HTML of another site shows to that of posts, to be sanitised like a post: blocks become
 * paragraphs, pictures without a copy become links, addresses become absolute. Yields to the event loop.
 * Throws VALIDATION_FAILED like `sanitizePost`.
 */
export async function toPostHtml(
  source: string,
  base: string,
  copied = NO_COPIES.pictures,
): Promise<PostHtml> {
  const { html: short, isCut } = shorten(source);
  await setImmediate();
  let openLinks = 0;
  // Bytes left: a link of ten characters may have an address of thousands, and a page thousands of links.
  let room = LIMITS.contentMaxBytes;
  const addressOf = (address: string | undefined) => {
    const href = room < 0 ? null : (readContactLink(address) ?? resolveAddress(address, base));
    if (href !== null) room -= href.length + LINK_BYTES;
    return room < 0 ? null : href;
  };
  const pictures = new Set<string>();
  const pictureOf: Rule = ({ src, alt }) => {
    const address = resolveAddress(src, base);
    const copy = address === null ? undefined : copied.get(address);
    if (copy !== undefined) room -= PICTURE_BYTES;
    if (room >= 0 && address !== null && address.length <= PICTURE_MAX) pictures.add(address);
    if (room >= 0 && copy !== undefined) return toPicture(copy, alt);
    return toLink(openLinks > 0 ? null : addressOf(src), alt);
  };
  const linkOf: Rule = ({ href }) => ({
    tag: 'a',
    attributes: linkAttributes(linkTo(addressOf(href))),
  });
  const first = sanitizeOnce(short, {
    rules: new Map([...RULES, ['a', linkOf], ['img', pictureOf]]),
    onTag: (tag, step) => {
      if (tag === 'a') openLinks += step;
    },
  });
  await setImmediate();
  // Sanitising closes a paragraph before a block inside it, which leaves empty paragraphs. A space separates
  // pictures in a row, which became links.
  const html = await sanitizeYielding(
    first.replace(EMPTY_PARAGRAPH, '').replaceAll('</a><a ', '</a> <a '),
  );
  return {
    html: html.replace(EMPTY_PARAGRAPH, ''),
    isCut: isCut || room < 0,
    pictures: [...pictures],
  };
}

function linkTo(href: string | null): Attributes {
  return href === null ? {} : { href };
}

function toPicture({ url, width, height }: CopiedPicture, alt = ''): Clean {
  const attributes = { src: url, alt: alt.trim(), width: String(width), height: String(height) };
  return { tag: 'img', attributes };
}

/** A picture becomes a link to it, as pages load pictures of this site only; without one just a word. */
function toLink(href: string | null, alt = ''): Clean {
  const what = cutGraphemes(alt.slice(0, ALT_MAX * 12).trim(), ALT_MAX);
  const text = what === '' ? '사진 보기' : `사진 보기: ${what}`;
  if (href === null) return { tag: 'span', text: `[${text}]` };
  return { tag: 'a', attributes: linkAttributes({ href }), text };
}

function shorten(source: string): { html: string; isCut: boolean } {
  const isLong = source.length > PARSED;
  const light = isLong ? source.slice(0, LOOKED_AT).replace(BALLAST, withoutBallast) : source;
  const isCut = source.length > LOOKED_AT || light.length > PARSED;
  return { html: light.slice(0, PARSED).replace(BROKEN, ''), isCut };
}

function withoutBallast(part: string, value = ''): string {
  const name = /^\s(style|class)/i.exec(part)?.[1]?.toLowerCase();
  if (name === undefined) return '';
  const rest = name === 'style' ? hidingStyle(value) : hidingClass(value);
  return rest === '' ? '' : ` ${name}="${rest}"`;
}
