import { type Page, textOf } from '../pages.ts';

const TITLE_MAX = 40;
/** Names that say nothing without the one of the site. */
const GENERAL =
  /^(?:공지|공지사항|학사\s?공지|일반\s?공지|알림|알림마당|게시판|자료실|새\s?소식|소식|뉴스|news|notice|board|목록|글\s?목록|채용|취업|장학|학사일정|식단|식단표|오늘의 메뉴)$/i;
const PAGE = /\s*(?:\d{1,4}\s?페이지|\(page \d+\))$/i;
/** The name of the program, or of no board. */
const NO_NAME =
  /^(?:k2web(?: wizard)?|그누보드\d?|gnuboard\d?|\d{1,4} ?(?:페이지|page)|home|홈|main|메인|목록|list|글\s?목록|게시판|본문|바로가기)$/i;

/** A name for the screen, such as `컴퓨터공학과 공지사항`, from what the page calls itself. */
export function titleOfPage($: Page): string {
  const parts = textOf($('title').first())
    .split(/\s*(?:\||>|<|::|»|«|–|—|\s-\s)\s*/)
    .map((part) => part.replace(PAGE, '').trim())
    .filter((part) => part !== '' && !NO_NAME.test(part));
  const [first, second] = parts;
  const heading = textOf(
    $('h1, h2')
      .filter((_, node) => GENERAL.test(textOf($(node))))
      .first(),
  );
  if (first === undefined) return heading.slice(0, TITLE_MAX);
  if (GENERAL.test(first) && second !== undefined)
    return `${second} ${first}`.slice(0, TITLE_MAX).trim();
  if (GENERAL.test(first) || heading === '' || parts.some((part) => part === heading)) {
    return first.slice(0, TITLE_MAX).trim();
  }
  return `${first} ${heading}`.slice(0, TITLE_MAX).trim();
}
