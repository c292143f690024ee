import type { AnyNode } from 'domhandler';
import { type Elements, inOneLine, linesOf, type Page, textOf } from '../pages.ts';
import { readPublished } from '../published.ts';
import { readInstant } from '../read-instant.ts';
import { type Titled, titleOf, toTitle } from '../titles.ts';
import { type ArticleRow, isWithin } from './rows.ts';

const TITLE = /(?:title|tit|subject|subj|sj|sbj)(?:$|[-_\d])/i;
const DATE = /date|day|regdt|reg_dt|time|created|작성일/i;
const PINNED_WORD =
  /^\[?(?:공지(?:사항)?|알림|필독|중요(?:공지)?|고정|상단공지|일반공지|전체공지|notice|top|pin|new notice)\]?$/i;
const PINNED_CLASS =
  /(?:^|[-_])(?:notice|noti|top|topnotice|fix|fixed|pin|pinned|headline|important|impt|always)(?:$|[-_])/i;
const IS_DATE =
  /^(?:(?:작성|등록|게시|입력|수정)?일?(?:자|시)?\s?[:：]?\s?)?(?:(?:\d{4}|\d{2})\s?[.\-/년]\s?\d{1,2}\s?[.\-/월]\s?\d{1,2}|\d{1,2}[.\-/]\d{1,2}(?:[^\d]|$)|\d{1,2}:\d{2}|\d{1,3}\s?(?:초|분|시간|일)\s?전|방금|오늘|어제|그제)/;
const DATE_HEADING = /^(?:작성|등록|게시|공지|입력|최초)?(?:일|일자|일시|날짜)$|^date$/i;
const DATE_MAX = 60;

/** The title in the row; empty when there is none. */
export function titleOfRow($: Page, { row, links }: ArticleRow): Titled {
  const texts = links.map(({ element }) => titleOfLink($, element));
  const [longest] = texts.toSorted((one, other) => other.title.length - one.title.length);
  if (longest !== undefined && longest.title !== '') return longest;
  const named = classed($, row, TITLE).filter((_, node) => owns(links, $(node)));
  const inCell = named.toArray().map((node) => titleOf($, $(node)));
  return inCell.find(({ title }) => title !== '') ?? toTitle('');
}

/** Whether the link is in the element, around it, or the row itself. */
function owns(links: ArticleRow['links'], element: Elements): boolean {
  return links.some((link) => isWithin(link.element, element) || isWithin(element, link.element));
}

/** A link around a whole card has the title in a part of it. */
function titleOfLink($: Page, element: Elements): Titled {
  const value = element.is('input') ? inOneLine(element.attr('value') ?? '').trim() : '';
  if (value !== '') return toTitle(value);
  const named = classed($, element, TITLE);
  if (!isWide(element) && named.length === 0) return titleOf($, element);
  const inside = named.add(element.find('h2, h3, h4, h5, strong, dt'));
  const parts = inside.toArray().map((node) => titleOf($, $(node)));
  const part = parts.find(({ title }) => title.length > 1);
  if (part !== undefined) return part;
  if (!isWide(element)) return titleOf($, element);
  const lines = linesOf(element).filter((line) => !IS_DATE.test(line));
  const [longest = ''] = lines.toSorted((one, other) => other.length - one.length);
  return toTitle(longest, textOf(element));
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

/**
 * When the article was published, as its row says. A text in the place of a date that is not understood is a
 * fault; other texts of the row are dates only where they look like one.
 */
export function dateOf(
  $: Page,
  { row }: ArticleRow,
  { title, now }: { title: string; now: Date },
): ReturnType<typeof readPublished> {
  const headed = headedTexts($, row);
  const named = [...textsOf(classed($, row, DATE)), ...textsOf(row.find('time'))];
  const places = [...headed, ...named.filter((text) => IS_DATE.test(text))];
  const others = leafTexts($, row).filter((text) => IS_DATE.test(text) && !title.includes(text));
  const known = [...places, ...others].find((text) => readInstant(text, now) !== null);
  return readPublished(title, known ?? places.find((text) => /[\p{L}\p{N}]/u.test(text)), now);

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
