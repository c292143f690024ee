import type { AnyNode, Element } from 'domhandler';
import { type Elements, type Page, textOf } from '../pages.ts';
import { USUAL } from './presets.ts';

/** What is no text of an article, wherever it stands. */
const NO_TEXT = new Set('script style nav header footer aside form select noscript a'.split(' '));
const NO_TEXT_CLASS =
  /(?:^|[\s_-])(?:comments?|reply|paging|pagination|gnb|lnb|snb|prev|next|prevnext|sns|breadcrumb|footer|header|menu|quick)/i;
const BLOCKS = new Set('div section article td dd main'.split(' '));
/** A part with so much of the text of the part around it is the article itself. */
const SHARE = 0.75;
/** Shorter texts are no articles. */
const SIZE_MIN = 20;

/** The text of an article: the first of `selectors`, a usual place, or where most of the text is. */
export function findBody($: Page, selectors: readonly string[]): Elements | null {
  for (const selector of [...selectors, ...USUAL.body]) {
    // A place of the same name may be empty, such as one for scripts.
    const found = $(selector)
      .toArray()
      .map((node) => $(node))
      .find((element) => isFilled(element));
    if (found !== undefined) return found;
  }
  return densestPart($);
}

function isFilled(element: Elements): boolean {
  return textOf(element) !== '' || element.find('img, iframe, video').length > 0;
}

/** The smallest part with most of the text that stands in no link. */
function densestPart($: Page): Elements | null {
  const body = $('body')[0];
  if (body === undefined) return null;
  const sizes = sizesIn(body);
  let best: Element | null = null;
  // From the outside inwards, as the sizes were found.
  for (const [node, size] of sizes) {
    const least = best === null ? SIZE_MIN : (sizes.get(best) ?? 0) * SHARE;
    if (size >= least && BLOCKS.has(node.name)) best = node;
  }
  return best === null ? null : $(best);
}

/** Characters outside of links and menus, for all elements with text. */
function sizesIn(body: Element): Map<Element, number> {
  const order: Element[] = [];
  const own = new Map<Element, number>();
  const left: Element[] = [body];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    order.push(node);
    own.set(node, lengthOf(node.children));
    for (const child of node.children.toReversed()) if (isRead(child)) left.push(child);
  }
  for (const node of order.toReversed()) {
    const around = node.parent as Element | null;
    if (around !== null && own.has(around)) {
      own.set(around, (own.get(around) ?? 0) + (own.get(node) ?? 0));
    }
  }
  return own;
}

function lengthOf(nodes: readonly AnyNode[]): number {
  return nodes.reduce((sum, node) => sum + (node.type === 'text' ? node.data.trim().length : 0), 0);
}

function isRead(node: AnyNode): node is Element {
  if (!('attribs' in node) || NO_TEXT.has(node.name)) return false;
  return !NO_TEXT_CLASS.test(`${node.attribs.class ?? ''} ${node.attribs.id ?? ''}`);
}
