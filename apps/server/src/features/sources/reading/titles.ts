import type { AnyNode } from 'domhandler';
import type { SourceArticle } from '../../../domain/sources/article.ts';
import { READING_LIMITS } from './content.ts';
import { type Elements, type Page, textOf } from './pages.ts';

/** Classes of what only screen readers say, and of pictures that are words of a font. */
const UNSEEN =
  /^(?:sound[-_]?only|sr[-_]?only|screen[-_]?(?:reader|out).*|visually[-_]?hidden|blind|hide|hidden|skip|material-(?:icons|symbols).*)$/i;
/** Parts of the classes of badges and counters: `icon_new`, `artclNew`, `cnt_cmt`, `replyNum`. */
const BADGE = new Set(
  `new hot badge label icon ico icons file files attach lock secret cmt comment comments reply replies re
  count counts cnt num total recommend vote like`.split(/\s+/),
);
/** Formatting, which may begin in the middle of a word. */
const FORMATTING = new Set(['b', 'strong', 'font', 'u', 'mark', 'sub', 'sup']);
const WORD =
  /^[[(]?(?:n|new!?|hot|새 ?글|신규|최신 ?글|인기 ?글|첨부 ?파일|파일 ?첨부|첨부 ?파일 ?있음|비밀 ?글|잠금)[\])]?$/i;
/** Words that could begin or end a title, and signs of icons. */
const WORD_OF_CLASS =
  /^[[(]?(?:[a-z]|up|best|인기|첨부|파일|파일 ?있음|모바일|이미지|사진|동영상|링크|업데이트|hwpx?|pdf|docx?|xlsx?|pptx?|zip|jpe?g|png)[\])]?$/i;
const COUNT =
  /^(?:(?:댓글|코멘트|답글|의견|조회|추천|첨부 ?(?:파일)?)(?: ?수)? ?:? ?[[(]?\+?\d{1,6}[\])]?개?|[[(+]\+? ?\d{1,5} ?[\])]?)$/;
/** What some boards write in front of a title. */
const LABEL = /^제목 ?[:：]?$/;
const PIN = /^[[(]?(?:공지|notice)[\])]?$/i;
const PIN_CLASS = new Set(['notice', 'noti', 'tag', 'state', 'top']);
/** Parts of the classes of what a link may have behind its title. */
const META = new Set(['date', 'time', 'regdate', 'writer', 'author', 'hit', 'hits']);
const META_MAX = 20;
/** Of each end of a title. */
const BADGES_MAX = 10;
const NUMBER = /^\+?\d{1,5}$/;

export type Titled = Pick<SourceArticle, 'title' | 'former'>;

/** A title as an article has it, and as releases up to 0.5 read it where that differs. */
export function toTitle(title: string, whole = title): Titled {
  const [own, former] = [title, whole].map((text) => text.slice(0, READING_LIMITS.title));
  return { title: own ?? '', ...(former !== own && { former: { title: former ?? '' } }) };
}

/**
 * The title in a row without the badges, counters and hints for screen readers beside it. Only elements of
 * their own are badges: words that stand in the title's own text stay.
 */
export function titleOf($: Page, heading: Elements): Titled {
  const whole = textOf(heading);
  const copy = heading.clone();
  copy.find('svg, img').remove();
  for (const node of copy.find('[class]').toArray()) {
    const names = ($(node).attr('class') ?? '').split(/\s+/);
    if (names.some((name) => UNSEEN.test(name))) $(node).remove();
  }
  removeEnds($, copy, 'last');
  removeEnds($, copy, 'first');
  return toTitle(textOf(copy) || whole, whole);
}

/** Removes badges from one end, until something stands there that is none. */
function removeEnds($: Page, whole: Elements, end: 'first' | 'last'): void {
  for (let count = 0; count < BADGES_MAX; count += 1) {
    const found = badgeAt($, whole, end);
    if (found === null || textOf(found) === textOf(whole)) return;
    found.remove();
  }
}

/** The outermost badge at an end of the elements. */
function badgeAt($: Page, whole: Elements, end: 'first' | 'last'): Elements | null {
  let place = whole;
  for (;;) {
    const nodes = place.contents().toArray();
    const order = end === 'first' ? nodes : nodes.toReversed();
    const index = order.findIndex((node) => textOf($(node)) !== '');
    const node = order[index];
    if (node === undefined || node.type !== 'tag') return null;
    const element = $(node);
    const isApart = !FORMATTING.has(node.name) || isSpaced(order, index, end);
    if (isBadge(element, end, isApart)) return element;
    place = element;
  }
}

/** Whether white space separates a node from the text beside it. */
function isSpaced(order: readonly AnyNode[], index: number, end: 'first' | 'last'): boolean {
  const beside = order[index + 1];
  if (beside === undefined || !('data' in beside)) return beside?.type === 'tag';
  return (end === 'first' ? /^\s/ : /\s$/).test(beside.data);
}

function isBadge(element: Elements, end: 'first' | 'last', isApart: boolean): boolean {
  const text = textOf(element);
  const parts = classParts(element);
  const hasClass = parts.some((part) => BADGE.has(part));
  if (hasClass && WORD_OF_CLASS.test(text)) return true;
  if (WORD.test(text)) return isApart || hasClass;
  if (end === 'first') return isLead(text, parts, isApart);
  if (text.length <= META_MAX && parts.some((part) => META.has(part))) return true;
  return hasClass ? NUMBER.test(text) || COUNT.test(text) : isApart && COUNT.test(text);
}

/** The label of the title, or the word of a pinned row. */
function isLead(text: string, parts: readonly string[], isApart: boolean): boolean {
  if (LABEL.test(text)) return isApart;
  return PIN.test(text) && parts.some((part) => PIN_CLASS.has(part) || BADGE.has(part));
}

/** `artclNew` is `artcl` and `new`. */
function classParts(element: Elements): string[] {
  const names = element.attr('class') ?? '';
  return names
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);
}
