import type { AnyNode } from 'domhandler';
import { type Elements, inOneLine, linesOf, type Page, textOf } from '../pages.ts';
import { readInstant } from '../read-instant.ts';
import { type ArticleRow, isWithin } from './rows.ts';

/** Words of a class of what stands beside a title. */
const BESIDE =
  /(?:^|[-_])(?:new|hot|badge|label|icon?|ico|cnt|count|comments?|cmt|reply|num|no|date|time|writer|author|name|hits?|views?|cate|category|file|attach|state|status|info|meta|etc|dday|txt_?new)(?:$|[-_\d])/i;
const UNSEEN =
  /(?:^|[-_])(?:blind|sr|sound|only|hid|hide|hidden|skip|ir|screen|visually|a11y)(?:$|[-_])/i;
const TITLE = /(?:title|tit|subject|subj|sj|sbj)(?:$|[-_\d])/i;
const DATE = /date|day|regdt|reg_dt|time|created|작성일/i;
/** Longer texts are no counters. */
const BESIDE_MAX = 16;
/** Also without a class: 새글, N, [3], (12). */
const BADGE =
  /^(?:new|n|hot|h|새\s?글|새로운 ?글|공지|첨부(?:파일)?(?: ?있음)?|비밀글|댓글|[+[(]?\s?\d{1,4}\s?[\])]?)$/i;
const TAIL = /(?:\s+(?:new|N|새글|첨부파일|\[\d{1,4}\]|\(\d{1,3}\)|댓글 ?\d{1,4}))+$/;
const HEAD = /^(?:제목\s?[:：]?\s+|공지\s+(?=\S{2}))/;
const PINNED_WORD =
  /^\[?(?:공지(?:사항)?|알림|필독|중요(?:공지)?|고정|상단공지|일반공지|전체공지|notice|top|pin|new notice)\]?$/i;
const PINNED_CLASS =
  /(?:^|[-_])(?:notice|noti|top|topnotice|fix|fixed|pin|pinned|headline|important|impt|always)(?:$|[-_])/i;
const IS_DATE =
  /^(?:(?:작성|등록|게시|입력|수정)?일?(?:자|시)?\s?[:：]?\s?)?(?:(?:\d{4}|\d{2})\s?[.\-/년]\s?\d{1,2}\s?[.\-/월]\s?\d{1,2}|\d{1,2}[.\-/]\d{1,2}(?:[^\d]|$)|\d{1,2}:\d{2}|\d{1,3}\s?(?:초|분|시간|일)\s?전|방금|오늘|어제|그제)/;
const DATE_HEADING = /^(?:작성|등록|게시|공지|입력|최초)?(?:일|일자|일시|날짜)$|^date$/i;
const DATE_MAX = 60;

/** The title without badges and counters; empty when there is none. */
export function titleOf($: Page, { row, links }: ArticleRow): string {
  const named = classed($, row, TITLE).filter((_, node) => owns(links, $(node)));
  const texts = links.map(({ element }) => linkText($, element));
  const [longest = ''] = texts.toSorted((one, other) => other.length - one.length);
  if (longest !== '') return longest;
  const inCell = named.toArray().map((node) => cleaned($, $(node)));
  return inCell.find((text) => text !== '') ?? '';
}

/** Whether the link is in the element, around it, or the row itself. */
function owns(links: ArticleRow['links'], element: Elements): boolean {
  return links.some((link) => isWithin(link.element, element) || isWithin(element, link.element));
}

/** A link around a whole card has the title in a part of it. */
function linkText($: Page, element: Elements): string {
  const value = element.is('input') ? inOneLine(element.attr('value') ?? '').trim() : '';
  if (value !== '') return value;
  const inside = classed($, element, TITLE).add(element.find('h2, h3, h4, h5, strong, dt'));
  const parts = inside.toArray().map((node) => cleaned($, $(node)));
  const part = parts.find((text) => text.length > 1);
  if (part !== undefined && (isWide(element) || classed($, element, TITLE).length > 0)) return part;
  if (!isWide(element)) return cleaned($, element);
  const lines = linesOf(withoutBeside($, element)).filter((line) => !IS_DATE.test(line));
  return trimmed(lines.toSorted((one, other) => other.length - one.length)[0] ?? '');
}

/** Whether it has more than the title: several lines or cells. */
function isWide(element: Elements): boolean {
  return element.is('tr, li') || linesOf(element).length > 1;
}

function classed($: Page, element: Elements, pattern: RegExp): Elements {
  return element
    .find('[class]')
    .filter((_, node) => tokensOf($(node)).some((one) => pattern.test(one)));
}

function tokensOf(element: Elements): string[] {
  return (element.attr('class') ?? '').split(/\s+/).filter((token) => token !== '');
}

function cleaned($: Page, element: Elements): string {
  return trimmed(textOf(withoutBeside($, element)));
}

/** A copy without what is no part of the title. */
function withoutBeside($: Page, element: Elements): Elements {
  const copy = element.clone();
  for (const node of copy.find('*').toArray()) {
    const part = $(node);
    const text = textOf(part);
    const tokens = tokensOf(part);
    const isUnseen = tokens.some((token) => UNSEEN.test(token));
    const isShort =
      text.length <= BESIDE_MAX && tokens.some((token) => BESIDE.test(token) && !TITLE.test(token));
    if (
      isUnseen ||
      isShort ||
      (BADGE.test(text) && part.is('span, em, i, b, img, sup, small, strong, label'))
    ) {
      part.remove();
    }
  }
  return copy;
}

function trimmed(text: string): string {
  return inOneLine(text).replace(HEAD, '').replace(TAIL, '').trim();
}

/** When the article was published, as its row says. */
export function dateOf($: Page, { row }: ArticleRow, now: Date): Date | null {
  const texts = [
    ...headedTexts($, row),
    ...textsOf(classed($, row, DATE)),
    ...textsOf(row.find('time')),
  ];
  const all = texts.concat(leafTexts($, row)).filter((text) => IS_DATE.test(text));
  for (const text of all) {
    const date = readInstant(text, now);
    if (date !== null) return date;
  }
  return null;

  function textsOf(elements: Elements): string[] {
    return elements.toArray().map((node) => textOf($(node)).slice(0, DATE_MAX));
  }
}

/** The cell below a heading such as 작성일. */
function headedTexts($: Page, row: Elements): string[] {
  const table = row.is('tr') ? row.closest('table')[0] : undefined;
  if (table === undefined) return [];
  const headings = headingsOf($, table);
  const at = headings.findIndex((text) => DATE_HEADING.test(text));
  const cells = row.children('td, th');
  const isBelow = at >= 0 && cells.length === headings.length;
  return isBelow ? [textOf(cells.eq(at)).slice(0, DATE_MAX)] : [];
}

const headings = new WeakMap<object, string[]>();

/** Texts of the first row, which all rows of a table ask for. */
function headingsOf($: Page, table: AnyNode): string[] {
  const known = headings.get(table);
  if (known !== undefined) return known;
  const first = $(table).children().slice(0, 3).find('tr').addBack('tr').first();
  const texts = first
    .children('th, td')
    .toArray()
    .map((node) => textOf($(node)).replaceAll(' ', ''));
  headings.set(table, texts);
  return texts;
}

/** Texts of the smallest elements, and of what stands between them. */
function leafTexts($: Page, row: Elements): string[] {
  return row
    .find('*')
    .addBack()
    .contents()
    .toArray()
    .filter((node) => node.type === 'text')
    .slice(0, 200)
    .flatMap((node) => textOf($(node)).split(/[|·]|(?:^|\s)\/\s/))
    .map((text) => text.trim().slice(0, DATE_MAX));
}

/** Whether the row says that it stays on top. */
export function isPinnedRow($: Page, { row, links }: ArticleRow): boolean {
  const outer = row.add(row.children().not('td')).toArray();
  if (outer.some((node) => tokensOf($(node)).some((token) => PINNED_CLASS.test(token))))
    return true;
  const title = links[0]?.element;
  const words = row.find('td, th, li, dd, span, em, strong, i, b, p, div, label').toArray();
  return words.some((node) => {
    const element = $(node);
    const isTitle = title !== undefined && isWithin(title, element);
    if (isTitle) return false;
    const text = textOf(element) || element.children('img').attr('alt') || '';
    return PINNED_WORD.test(text.trim());
  });
}
