import { LIMITS } from '@naru/contract/limits';
import { hasAtMostGraphemes, isInvisible } from '@naru/contract/text';
import { plainOf, saysOnly } from './plain-lines.ts';

/** What says that there are no dishes yet. */
const MISSING = [
  ...[
    '준비중',
    '준비중입니다',
    '미정',
    '미등록',
    '미제공',
    '없음',
    '없습니다',
    '않았습니다',
    '않음',
  ],
  ...[
    '추후공지',
    '추후등록',
    '추후안내',
    '추후업데이트',
    '추후게시',
    '예정',
    'null',
    'undefined',
    'n/a',
  ],
];
/** What stands beside it without changing what it says. */
const BESIDE_MISSING = [
  ...[
    '오늘',
    '금일',
    '금주',
    '이번주',
    '해당',
    '주간',
    '현재',
    '아직',
    '날짜',
    '일자',
    '요일',
    '기간',
  ],
  ...[
    '식단표',
    '메뉴표',
    '식단',
    '메뉴',
    '정보',
    '내용',
    '데이터',
    '자료',
    '식당',
    '학생',
    '교직원',
  ],
  ...['등록되지', '등록된', '등록', '게시되지', '게시된', '게시', '업데이트', '입력된', '제공되는'],
  ...['조회된', '검색된', '존재하지', '준비되지', '공지', '안내', '작성', '입니다', '중'],
  ...['이', '가', '은', '는', '의', '에', '을', '를'],
];
/** Longer lines say more than that. */
const LINE_MAX = 40;
const BESIDE_MAX = 120;

const PRICE = '(?:₩ ?)?\\d{1,3}(?:[,.]\\d{3}| ?천)? ?원?';
const WHO = '(?:학생|교직원|교원|직원|일반|외부인|방문객|성인|내부인|카드|현금|포장)';
/** Lines that name no dish, only what belongs to those above: price, calories, origin, allergy. */
const BESIDE: readonly RegExp[] = [
  // 5,500원, ₩5500, 5.500, 학생 5,500원 / 교직원 6,500원
  new RegExp(
    `^(?:(?:가격|금액|식대|단가) ?:? ?)?(?:${WHO} ?:? ?)?(?:₩ ?)?(?:\\d{1,3}[,.]\\d{3}|\\d{3,5}|\\d{1,2}천) ?원?(?: ?[/,·|] ?(?:${WHO} ?:? ?)?${PRICE})*$`,
  ),
  /^(?:(?:총|약)? ?(?:열량|칼로리|에너지|kcal) ?:? ?)?\d{1,2}(?:,?\d{1,3})?(?:\.\d{1,2})? ?(?:kcal|cal|칼로리|㎉)$/i,
  /^(?:열량|칼로리|kcal) ?:? ?[\d,.]+$/i,
  /^[*※·• ]*(?:[가-힣]{0,6} ?)?(?:원산지|알레르기|알러지|알레르겐|영양(?:정보|성분|소)?|단백질|나트륨) ?(?:정보|표시|유발|식품)?(?: ?[:：(\]>)]| |$)/,
  // 1,2,5,13 and 1.2.5. of the allergy table
  /^\d{1,2}(?:[.,] ?\d{1,2}){1,}[.,]?$/,
  /^\d{1,2}\.$/,
  /^[①-⑳㉑-㉟\s,.]+$/,
  /^(?:제공|운영|배식|식사)? ?(?:시간)? ?:? ?\d{1,2}:\d{2} ?[~\-–] ?\d{1,2}:\d{2}$/,
  /^[A-Z가-힣]? ?코너 ?[A-Z\d]?$/,
  /^※/,
];

/** Parts of a list of origins: 돼지고기:국내산, 김치: 배추-국산, 쌀(국내산). */
const ORIGIN =
  /^(?:[가-힣 ]{1,12} ?[:：] ?(?:[가-힣]{1,6} ?[-: ] ?)?[가-힣]{2,8}산|(?:쌀|배추|고춧가루|돼지고기|돈육|[소쇠]고기|우육|닭고기|계육|오리고기|콩|두부콩)\([가-힣 /]{2,12}산\)|[가-힣]{2,6}산)$/;

const OPENING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['<', '>'],
  ['{', '}'],
  ['（', '）'],
  ['【', '】'],
  ['〔', '〕'],
]);
/** In front of a dish. */
const BULLET = /^(?:[-*•·∙▪■□◆◇▶▷○●ㆍ‧☆★✓]+|\d{1,2}\) )\s*/u;
/** Signs that are between dishes only where there is space around them, or in a list of three and more. */
const LIST_SIGNS: readonly RegExp[] = [/\//, /[·ㆍ‧]/, /\+/];
const LIST_MIN = 3;
const BRACKETED = /^(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>|【[^【】]*】)$/;
const DETAIL = /\s*[([](?:[^()[\]]*(?:산|kcal|:)[^()[\]]*|[\d.,\s①-⑳]+)[)\]]/gi;

/**
 * The dishes of a text with one or more lines. What is in brackets stays together, as do numbers such as
 * 5,500; lines with nothing but a price, calories, origins or allergy numbers, or which say that there is no
 * menu yet, are left out. A price behind a dish stays with it.
 */
export function splitDishes(text: string): string[] {
  const dishes = splitLines(text.normalize('NFC').replaceAll(/[\r\u2028]/g, '\n'))
    .filter((line) => !isBeside(line))
    .flatMap(splitLine)
    .map((dish) => dish.replace(BULLET, '').trim())
    .filter((dish) => !isInvisible(dish) && !isBeside(dish) && !isNoMenu(dish))
    .flatMap(fitted);
  const named = dishes.filter((dish) => !BRACKETED.test(dish));
  // Headings such as [A코너] stand beside dishes, not alone.
  return named.length > 0 ? named : dishes;
}

/** Whether a line says that there is no menu yet: `-`, `미정`, `등록된 식단이 없습니다`. */
export function isNoMenu(line: string): boolean {
  if (line.length > LINE_MAX) return false;
  return plainOf(line).replaceAll(/x/gi, '') === '' || saysOnly(line, MISSING, BESIDE_MISSING);
}

function isBeside(line: string): boolean {
  if (line.length > BESIDE_MAX) return false;
  const inside = BRACKETED.test(line) ? line.slice(1, -1).trim() : line;
  const isOrigins = inside.split(/[,/·]/).every((part) => ORIGIN.test(part.trim()));
  return isOrigins || BESIDE.some((form) => form.test(line) || form.test(inside));
}

/** Lines; one goes on while a bracket is open that a later line closes. */
function splitLines(text: string): string[] {
  return splitOutside(text, (sign) => sign === '\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

function splitLine(line: string): string[] {
  const parts = splitOutside(line, (sign, before, behind) => {
    if (sign === ';') return true;
    // Not in 5,500원 and in the allergy numbers 1,2,5.
    return sign === ',' || sign === '、' ? !(/\d$/.test(before) && /^ ?\d/.test(behind)) : false;
  });
  return parts.flatMap((part) => LIST_SIGNS.reduce(splitList, [part]));
}

/** `밥 / 국` and `밥/국/김치` are lists, `불고기/쌈장` is one dish. */
function splitList(parts: readonly string[], sign: RegExp): string[] {
  return parts.flatMap((part) => {
    const isSign = (text: string) => sign.test(text);
    const spaced = splitOutside(
      part,
      (one, before, behind) => isSign(one) && / $/.test(before) && /^ /.test(behind),
    );
    return spaced.flatMap((piece) => {
      const all = splitOutside(
        piece,
        (one, before, behind) => isSign(one) && !(/\d$/.test(before) && /^\d/.test(behind)),
      );
      return all.length >= LIST_MIN && all.every((one) => one.trim() !== '') ? all : [piece];
    });
  });
}

/** Splits where `isBetween` and no bracket is open; a bracket that is never closed is a sign like others. */
function splitOutside(
  text: string,
  isBetween: (sign: string, before: string, behind: string) => boolean,
): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const end = closingOf(text, at);
    if (end !== null) at = end;
    else if (isBetween(sign, text.slice(Math.max(from, at - 2), at), text.slice(at + 1, at + 3))) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** Characters that brackets may go on for. */
const BRACKET_MAX = 120;

/** Where the bracket that opens at `at` is closed. */
function closingOf(text: string, at: number): number | null {
  const closing = OPENING.get(text.charAt(at));
  if (closing === undefined) return null;
  const opening = text.charAt(at);
  let depth = 0;
  for (let end = at; end < Math.min(text.length, at + BRACKET_MAX); end += 1) {
    if (text.charAt(end) === opening) depth += 1;
    if (text.charAt(end) === closing) depth -= 1;
    if (depth === 0) return end;
  }
  return null;
}

/** What is too long for a dish loses origins, calories and allergy numbers, or is a list of words. */
function fitted(dish: string): string[] {
  if (hasAtMostGraphemes(dish, LIMITS.dishMax)) return [dish];
  const short = dish.replaceAll(DETAIL, '').trim();
  const words = short.split(' ');
  const isList = !hasAtMostGraphemes(short, LIMITS.dishMax) && words.length > LIST_MIN;
  return isList ? words : [short];
}
