import { createNear, isShownAsBlock, keepsSpaces, rename, styleOf } from './css.ts';

/** Elements that begin a line of their own. */
const BLOCK =
  /^(?:P|DIV|H[1-6]|UL|OL|LI|DL|DT|DD|BLOCKQUOTE|PRE|TABLE|CAPTION|HR|IMG|SECTION|ARTICLE|ASIDE|HEADER|FOOTER|MAIN|NAV|ADDRESS|CENTER|FIGURE|FIGCAPTION|DETAILS|SUMMARY|FIELDSET|FORM|LEGEND|HGROUP|MENU|DIR)$/;
const BLOCKS =
  'p,div,h1,h2,h3,h4,h5,h6,ul,ol,li,dl,blockquote,pre,table,hr,img,section,article,aside,header,footer,main,nav,address,center,figure,details,fieldset,form,[style*="display:block"],[style*="display: block"]';
/** Elements around several blocks that mean something for the text of each. */
const MARKS = /^(?:STRONG|B|EM|I|U|S|DEL|STRIKE|A|CODE|SUB|SUP|SPAN|FONT)$/;
const TEXT_BLOCKS = 'p,h2,h3';
const OUTLINE = /mso-outline-level\s*:\s*([1-6])/i;
const TITLE = /(?:^|\s)(?:MsoTitle|title)(?:\s|$)/;
const NO_BREAK = /^[\s\u00A0]*$/;

/** Levels of the fragment that become one level lower, because posts have no `h1`. */
interface Shift {
  by: 0 | 1;
}

/** Lines, however they were made, become paragraphs, headings, lists, tables; nothing else is left around them. */
export function convertBlocks(body: HTMLElement): void {
  const shift: Shift = {
    by: [...body.querySelectorAll('*')].some((one) => levelOf(one) === 1) ? 1 : 0,
  };
  body.replaceChildren(...blocksIn(body, '', shift));
}

/** The level of a heading, by its element, its role or the outline of Word. */
function levelOf(element: Element): number {
  const [, byTag] = /^H([1-6])$/.exec(element.tagName) ?? [];
  if (byTag) return Number(byTag);
  if (element.tagName !== 'P' && element.tagName !== 'DIV') return 0;
  if (element.getAttribute('role') === 'heading')
    return Number(element.getAttribute('aria-level')) || 2;
  if (TITLE.test(element.className)) return 1;
  return Number(OUTLINE.exec(styleOf(element))?.[1] ?? 0);
}

function blocksIn(parent: Element, align: string, shift: Shift): Element[] {
  const blocks: Element[] = [];
  let line: ChildNode[] = [];
  const endLine = () => {
    blocks.push(...paragraphsOf(line, parent, align));
    line = [];
  };
  for (const child of [...parent.childNodes]) {
    if (!(child instanceof Element)) line.push(child);
    else if (isBlock(child)) {
      endLine();
      addBlocks(blocks, child, align, shift);
    } else if (child.querySelector(BLOCKS)) {
      endLine();
      blocks.push(...splitAround(child, align, shift));
    } else line.push(child);
  }
  endLine();
  return blocks;
}

/** Begins a line of its own. */
export function isBlock(element: Element): boolean {
  return BLOCK.test(element.tagName) || (element.tagName !== 'BR' && isShownAsBlock(element));
}

function addBlocks(blocks: Element[], element: Element, inherited: string, shift: Shift): void {
  const align = alignOf(element, inherited);
  const level = levelOf(element);
  const { tagName } = element;
  if (level > 0) {
    const inside = blocksIn(element, align, shift);
    blocks.push(
      ...inside.map((one) => (one.tagName === 'P' ? toHeading(one, level + shift.by) : one)),
    );
  } else if (tagName === 'PRE' || tagName === 'HR' || tagName === 'IMG') blocks.push(element);
  else if (tagName === 'UL' || tagName === 'OL') blocks.push(...listOf(element, shift));
  else if (tagName === 'LI') addLooseItem(blocks, element, shift);
  else if (tagName === 'TABLE') blocks.push(...tableOf(element as HTMLTableElement, shift));
  else if (tagName === 'BLOCKQUOTE') {
    const inside = blocksIn(element, align, shift);
    element.replaceChildren(...inside);
    if (inside.length > 0) blocks.push(element);
  } else blocks.push(...blocksIn(element, align, shift));
}

function toHeading(paragraph: Element, level: number): Element {
  const heading = createNear(paragraph, level <= 2 ? 'h2' : 'h3');
  heading.append(...paragraph.childNodes);
  const style = styleOf(paragraph);
  if (style !== '') heading.setAttribute('style', style);
  return heading;
}

function alignOf(element: Element, inherited: string): string {
  if (element.tagName === 'CENTER') return 'center';
  const named = /(?:^|[;\s])text-align\s*:\s*(?:-webkit-)?(\w+)/i.exec(styleOf(element))?.[1];
  return (named ?? element.getAttribute('align') ?? inherited).toLowerCase();
}

/** An item whose list is not part of the fragment. */
function addLooseItem(blocks: Element[], item: Element, shift: Shift): void {
  const before = blocks.at(-1);
  const list = before?.hasAttribute('data-loose') ? before : createNear(item, 'ul');
  if (list !== before) {
    list.setAttribute('data-loose', '');
    blocks.push(list);
  }
  list.append(item);
  fillItem(item, shift);
}

function listOf(list: Element, shift: Shift): Element[] {
  for (const child of [...list.childNodes]) {
    if (child instanceof Element && child.tagName === 'LI') fillItem(child, shift);
    else child.remove();
  }
  return list.childElementCount === 0 ? [] : [list];
}

function fillItem(item: Element, shift: Shift): void {
  const blocks = blocksIn(item, '', shift);
  item.replaceChildren(...blocks);
  // An item begins with a line.
  const [first] = blocks;
  if (first && /^H\d$/.test(first.tagName)) rename(first, 'p');
  else if (first?.tagName !== 'P') item.prepend(...emptyLines(item, 1));
}

/** The caption and the table. */
function tableOf(table: HTMLTableElement, shift: Shift): Element[] {
  const caption = table.caption === null ? [] : blocksIn(table.caption, 'center', shift);
  table.caption?.remove();
  for (const row of table.rows)
    for (const cell of row.cells) {
      const align = alignOf(cell, alignOf(row, ''));
      const isAside = align === 'center' || align === 'right';
      if (isAside) cell.style.textAlign = align;
      cell.replaceChildren(...blocksIn(cell, '', shift));
    }
  return table.rows.length === 0 ? caption : [...caption, table];
}

/** A mark around several blocks is put around the text of each. */
function splitAround(mark: Element, align: string, shift: Shift): Element[] {
  const blocks = blocksIn(mark, align, shift);
  const isPlain = !MARKS.test(mark.tagName) || /font-weight:\s*(?:normal|400)/i.test(styleOf(mark));
  if (isPlain) return blocks;
  for (const block of blocks) {
    const texts = block.matches(TEXT_BLOCKS) ? [block] : block.querySelectorAll(TEXT_BLOCKS);
    for (const text of texts) {
      const inside = mark.cloneNode() as Element;
      inside.append(...text.childNodes);
      text.append(inside);
    }
  }
  return blocks;
}

/** A run of text as a paragraph; empty lines as empty paragraphs. */
function paragraphsOf(line: ChildNode[], parent: Element, align: string): Element[] {
  const isParagraph = parent.tagName === 'P';
  if (line.length === 0) return isParagraph && !parent.hasChildNodes() ? emptyLines(parent, 1) : [];
  const paragraph = createNear(parent, 'p');
  paragraph.append(...line);
  const isEmpty = isEmptyLine(paragraph);
  const breaks = isEmpty ? paragraph.querySelectorAll('br').length : takeLastBreaks(paragraph);
  const isAsWritten = isParagraph && breaks === 0 && keepsOutside(parent);
  if (isEmpty && !isAsWritten)
    return emptyLines(parent, Math.max(breaks, Number(paragraph.textContent?.includes('\u00A0'))));
  tidySpaces(paragraph, parent);
  if (align === 'center' || align === 'right') paragraph.style.textAlign = align;
  return [paragraph, ...emptyLines(parent, breaks - 1)];
}

function emptyLines(near: Node, count: number): Element[] {
  return Array.from({ length: Math.max(0, count) }, () => createNear(near, 'p'));
}

/** Removes the breaks at the end, of which the first only ends the line. */
function takeLastBreaks(paragraph: Element): number {
  let count = 0;
  for (;;) {
    let last = paragraph.lastChild;
    while (last !== null && !isBreak(last) && last.hasChildNodes()) last = last.lastChild;
    if (last === null) return count;
    if (isBreak(last)) count += 1;
    else if (!/^[ \t\r\n]*$/.test(last.textContent ?? '') || last instanceof Element) return count;
    last.remove();
  }
}

function isBreak(node: Node): boolean {
  return node.nodeName === 'BR';
}

function isEmptyLine(paragraph: Element): boolean {
  return (
    NO_BREAK.test(paragraph.textContent ?? '') && paragraph.querySelector('[data-formula]') === null
  );
}

/** Spaces as the page showed them: runs are one space, none at the ends, unless a style says that they stay. */
function tidySpaces(paragraph: Element, parent: Element): void {
  const outside = keepsOutside(parent);
  const walker = document.createTreeWalker(
    paragraph,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
  );
  // True at the start of a line and behind a space that takes in the following ones.
  let isOpen = true;
  let last: Text | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (node.tagName !== 'BR') continue;
      trimEnd(last);
      last = null;
      isOpen = true;
      continue;
    }
    const text = node as Text;
    if (staysAsIs(text, paragraph, outside)) {
      isOpen = false;
      last = null;
      breakLines(text);
      continue;
    }
    const data = text.data.replace(/[ \t\n\r\f]+/g, ' ');
    text.data = isOpen ? data.replace(/^ /, '') : data;
    if (text.data === '') continue;
    isOpen = text.data.endsWith(' ');
    last = text;
  }
  trimEnd(last);
}

function trimEnd(text: Text | null): void {
  if (text !== null) text.data = text.data.replace(/ $/, '');
}

function keepsOutside(parent: Element): boolean {
  for (let at: Element | null = parent; at !== null; at = at.parentElement) {
    if (keepsSpaces(at)) return true;
    if (/white-space\s*:\s*normal/i.test(styleOf(at))) return false;
  }
  return false;
}

function staysAsIs(text: Text, paragraph: Element, outside: boolean): boolean {
  for (let at = text.parentElement; at !== null && at !== paragraph; at = at.parentElement) {
    if (keepsSpaces(at) || at.hasAttribute('data-formula')) return true;
    if (/white-space\s*:\s*normal/i.test(styleOf(at))) return false;
  }
  return outside;
}

function breakLines(text: Text): void {
  if (!/[\r\n]/.test(text.data) || text.parentElement?.hasAttribute('data-formula')) return;
  const lines = text.data.split(/\r\n?|\n/);
  text.before(...lines.flatMap((line, at) => (at === 0 ? [line] : [createNear(text, 'br'), line])));
  text.data = '';
}
