import { type Cheerio, type CheerioAPI, load } from 'cheerio';
import type { AnyNode } from 'domhandler';

export type Page = CheerioAPI;
export type Elements = Cheerio<AnyNode>;

/** Elements that begin a line of their own. */
const BLOCKS = new Set(
  'address article div dd dl dt h1 h2 h3 h4 h5 h6 li ol p pre section table tr ul'.split(' '),
);
const HIDDEN = new Set(['script', 'style', 'template', 'noscript']);

/** A page as browsers build it, so that selectors from their tools fit. */
export function loadPage(text: string): Page {
  return load(text);
}

/** The address from which the links of a page start. */
export function baseOf($: Page, url: string): string {
  const base = $('base[href]').attr('href');
  return base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url;
}

/** The visible text in one line. */
export function textOf(elements: Elements): string {
  return linesOf(elements).join(' ');
}

/** The visible text by lines, without empty ones. */
export function linesOf(elements: Elements): string[] {
  const parts: string[] = [];
  const left: (AnyNode | '\n')[] = elements.toArray().toReversed();
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node === '\n') parts.push('\n');
    else if ('data' in node) parts.push(node.type === 'text' ? inOneLine(node.data) : '');
    else if (!('name' in node && HIDDEN.has(node.name))) open(node);
  }
  return parts
    .join('')
    .split('\n')
    .map((line) => inOneLine(line).trim())
    .filter((line) => line !== '');

  function open(node: Exclude<AnyNode, { data: string }>): void {
    const name = 'name' in node ? node.name : '';
    if (name === 'br' || BLOCKS.has(name)) parts.push('\n');
    if (BLOCKS.has(name)) left.push('\n');
    // One by one: an element may have more children than a call may have arguments.
    for (const child of node.children.toReversed()) left.push(child);
  }
}

/** White space, also the invisible kind of editors, becomes one space. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\s\u200b\ufeff]+/gu, ' ');
}
