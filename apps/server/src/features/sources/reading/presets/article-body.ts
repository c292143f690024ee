import { type Elements, type Page, textOf } from '../pages.ts';
import { USUAL } from './presets.ts';

/** What is no text of an article, wherever it stands. */
const NO_TEXT =
  'script, style, nav, header, footer, aside, form, select, noscript, iframe[src*="ad"], [class*="comment"], [class*="reply"], [class*="paging"], [class*="gnb"], [class*="lnb"], [class*="prev"], [class*="next"], [class*="sns"], [class*="breadcrumb"], [id*="footer"], [id*="header"]';
const BLOCKS = 'div, section, article, td, dd, main';
const BLOCKS_MAX = 2_000;
/** A part with so much of the text of the part around it is the article itself. */
const SHARE = 0.75;

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
  const copy = $('body').clone();
  const marked = $('body').find('*').toArray();
  const copied = copy.find('*').toArray();
  copy.find(NO_TEXT).remove();
  const parts = copied
    .map((node, at) => ({ node, at }))
    .filter(({ node }) => $(node).is(BLOCKS) && $(node).closest(copy).length > 0)
    .slice(0, BLOCKS_MAX)
    .map(({ node, at }) => ({ at, size: textSize($, $(node)) }))
    .filter(({ size }) => size >= 20);
  let best = parts.toSorted((one, other) => other.size - one.size)[0];
  if (best === undefined) return null;
  for (const part of parts) {
    const isInside = $(copied[part.at]).closest($(copied[best.at])).length > 0;
    if (part.at > best.at && isInside && part.size >= best.size * SHARE) best = part;
  }
  const node = marked[best.at];
  return node === undefined ? null : $(node);
}

/** Characters outside of links. */
function textSize($: Page, element: Elements): number {
  const links = element
    .find('a')
    .toArray()
    .reduce((sum, node) => sum + textOf($(node)).length, 0);
  return textOf(element).length - links;
}
