import { createNear, styleOf } from './css.ts';

/** A paragraph that Word shows as the item of a list. */
const ITEM = /mso-list\s*:\s*\w+\s+level(\d+)/i;
const MARKER = 'span[style*="mso-list:Ignore"],span[style*="mso-list: Ignore"]';
const CONTINUED = /(?:^|\s)MsoListParagraph/;
const NUMBER = /^\(?(?:\d{1,4}\.)*(\d{1,6})[.)]?\)?$/;
/** 가. ① a) iv. and the like. */
const OTHER_NUMBER = /^\(?(?:[가-힣]|[①-⓿㉠-㉯⑴-⑽]|[a-z]|[ivxlc]{1,7})[.)]?\)?$/i;
/** Signs that stand alone, among them the `o` of Word's second level. */
const SIGN = /^o$/i;
const LIST_STYLE = /list-style(?:-type)?\s*:([^;]*)/i;
const LETTERS = /hangul|korean|greek|hebrew|cjk|circled|armenian|georgian|hiragana|katakana/i;

interface Item {
  level: number;
  /** Null for a sign. */
  number: number | null;
  /** How the list is numbered, as in HTML; empty for plain numbers and for what ours cannot have. */
  type: string;
}

interface Level {
  level: number;
  list: Element;
  next: number | null;
}

/**
 * Lists of Word, whose items are paragraphs, become lists; lists inside lists, as Google writes them, move into
 * their items. Returns whether there were numbers that ours cannot have, such as 가. or 1.1.
 */
export function convertLists(body: HTMLElement): boolean {
  let hasOthers = false;
  let levels: Level[] = [];
  for (const paragraph of body.querySelectorAll<HTMLElement>('p,div')) {
    const level = Number(ITEM.exec(styleOf(paragraph))?.[1] ?? 0);
    const [root] = levels;
    if (root && paragraph.previousElementSibling !== root.list) levels = [];
    if (level === 0) continueItem(paragraph, levels);
    else {
      const marker = takeMarker(paragraph);
      const list = levels.find((one) => one.level === level)?.list;
      const item = { level, ...readMarker(marker, list) };
      hasOthers ||= isOther(marker, item);
      levels = placeItem(paragraph, item, levels);
    }
  }
  for (const list of body.querySelectorAll('ul,ol')) nest(list);
  for (const list of body.querySelectorAll('ol')) {
    hasOthers = !nameNumbers(list) || hasOthers;
    splitAtValues(list);
  }
  return hasOthers;
}

/** A paragraph without a marker that Word shows below an item. */
function continueItem(paragraph: Element, levels: Level[]): void {
  if (CONTINUED.test(paragraph.className)) levels.at(-1)?.list.lastElementChild?.append(paragraph);
}

function isOther(marker: string, { type }: Item): boolean {
  return (isLetter(marker) && type === '') || /\d\.\d/.test(marker);
}

function takeMarker(paragraph: Element): string {
  const marker = paragraph.querySelector(MARKER);
  const text = marker?.textContent?.replace(/[\s\u00A0]+/g, '') ?? '';
  marker?.remove();
  return text;
}

function isLetter(marker: string): boolean {
  return OTHER_NUMBER.test(marker) && !NUMBER.test(marker) && !SIGN.test(marker);
}

const ROWS = ['가나다라마바사아자차카타파하', '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮'];
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** The number that a marker stands for; `list` has the items before it. */
function readMarker(marker: string, list: Element | undefined): Omit<Item, 'level'> {
  const number = NUMBER.exec(marker)?.[1];
  if (number !== undefined) return { number: Number(number), type: '' };
  if (!isLetter(marker)) return { number: null, type: '' };
  const plain = marker.replace(/[().]/g, '');
  const small = plain.toLowerCase();
  const roman = ROMAN.indexOf(small) + 1;
  if (roman > 0 && list?.getAttribute('type')?.toLowerCase() !== 'a')
    return { number: roman, type: small === plain ? 'i' : 'I' };
  if (ALPHABET.includes(small))
    return { number: ALPHABET.indexOf(small) + 1, type: small === plain ? 'a' : 'A' };
  const inRow = ROWS.map((row) => [...row].indexOf(plain) + 1).find((at) => at > 0);
  return { number: inRow ?? 1, type: '' };
}

/** Puts the paragraph into the list of its level, which is made where there is none. */
function placeItem(paragraph: HTMLElement, item: Item, above: Level[]): Level[] {
  const { level, number } = item;
  const levels = above.filter((one) => one.level <= level);
  const current = levels.at(-1);
  const fits = current?.level === level && current.next === number;
  const list = fits ? current.list : createList(item, paragraph);
  if (!fits) putList(list, level, levels, paragraph);
  list.appendChild(createNear(list, 'li')).append(paragraph);
  const outer = levels.filter((one) => one.level < level);
  return [...outer, { level, list, next: number === null ? null : number + 1 }];
}

/** Into the item above it, behind the list of its level, or where the paragraph is. */
function putList(list: Element, level: number, levels: Level[], paragraph: Element): void {
  const parent = levels.findLast((one) => one.level < level)?.list.lastElementChild;
  const sibling = levels.findLast((one) => one.level === level)?.list;
  if (parent) parent.append(list);
  else if (sibling) sibling.after(list);
  else paragraph.before(list);
}

function createList({ number, type }: Item, near: Node): Element {
  const list = createNear(near, number === null ? 'ul' : 'ol');
  if (number !== null && number !== 1) list.setAttribute('start', String(number));
  if (type !== '') list.setAttribute('type', type);
  return list;
}

/** Moves lists that stand between items, and items of a deeper level, into the item before them. */
function nest(list: Element): void {
  const base = Number(list.querySelector(':scope > li')?.getAttribute('aria-level') ?? 0);
  let item: Element | null = null;
  let deeper: Element | null = null;
  for (const child of [...list.children]) {
    const level = Number(child.getAttribute('aria-level') ?? 0);
    if (child.tagName !== 'LI') {
      item ??= list.insertBefore(createNear(list, 'li'), child);
      item.append(child);
    } else if (item !== null && base > 0 && level > base) {
      deeper ??= item.appendChild(createNear(list, list.tagName));
      deeper.append(child);
    } else {
      item = child;
      deeper = null;
    }
  }
}

/** Begins another list at each item that has a number of its own. */
function splitAtValues(whole: Element): void {
  let list = whole;
  let next = Number(whole.getAttribute('start') ?? 1);
  for (const item of [...whole.children]) {
    const value = Number.parseInt(item.getAttribute('value') ?? '', 10);
    if (!Number.isNaN(value) && value !== next) {
      next = value;
      if (item !== list.firstElementChild) {
        const rest = list.cloneNode() as Element;
        list.after(rest);
        list = rest;
      }
      list.setAttribute('start', String(value));
    }
    if (list !== whole) list.append(item);
    next += 1;
  }
}

const TYPES: [RegExp, string][] = [
  [/lower-(?:alpha|latin)/, 'a'],
  [/upper-(?:alpha|latin)/, 'A'],
  [/lower-roman/, 'i'],
  [/upper-roman/, 'I'],
];

/** Names how a list is numbered by its style; false where ours cannot be. */
function nameNumbers(list: Element): boolean {
  const item = list.querySelector(':scope > li');
  const [, style = ''] =
    LIST_STYLE.exec(styleOf(list)) ?? LIST_STYLE.exec(item === null ? '' : styleOf(item)) ?? [];
  const type = TYPES.find(([pattern]) => pattern.test(style))?.[1];
  if (type !== undefined) list.setAttribute('type', type);
  return type !== undefined || !LETTERS.test(style);
}
