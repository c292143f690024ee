import { calendarDay } from '../../../domain/cafeteria/day-parts.ts';
import { kstDay, weekdayOf } from '../../../platform/clock.ts';

/** Longer texts are no dates; it bounds the work of the patterns. */
const TEXT_MAX = 200;

/** A day as a page writes it; without a year where the page leaves it out. */
export interface WrittenDay {
  year: number | null;
  month: number;
  day: number;
  /** Written beside it; 0 is Sunday. */
  weekday?: number;
}

/** A day with the place of its text. */
export interface FoundDay extends WrittenDay {
  at: number;
  end: number;
  /** In the English order, where a word behind the time is its zone. */
  isEnglish: boolean;
}

const YEAR = '(?:19|20)\\d{2}';
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(?<mon>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const NTH = '(?:st|nd|rd|th)?';
/** Of `11월 20`: not `11월 5주차`. */
const DAY_END = '(?: ?일|(?!\\d| ?(?:주|차|회|학|기|째|번|개|명|시|호|건|:)))';
/** No more numbers behind the same sign, unless they are a time. */
const SIGN_END = '(?!\\d)(?! ?\\k<s> ?\\d(?!\\d?:))';
/** Behind numbers that are no days: `4.5점`, `1.5배`. */
const NO_UNIT =
  '(?! ?(?:[:%]|원|점|배|분(?!기)|학점|개월|시|년|월|명|만|천|호|층|주|차|학기|kcal|[kmg]b))';

/**
 * All forms of a day, written here as libraries know no Korean ones and take a part of a text that they do not
 * understand for a date. Where two begin at the same place the first one counts.
 */
const FORMS: readonly RegExp[] = [
  // 2026.11.20, '26-11-20, 2026/11/20: one sign twice, as 03.02-03.06 are two days.
  `(?<![\\d.])(?<y>${YEAR}|\\d{2}) ?(?<s>[.\\-/]) ?(?<m>\\d{1,2}) ?\\k<s> ?(?<d>\\d{1,2})${SIGN_END}`,
  `(?<!\\d)(?<y>${YEAR}|\\d{2}) ?년 ?(?<m>\\d{1,2}) ?월 ?(?<d>\\d{1,2})${DAY_END}`,
  `(?<!\\d)(?<y>${YEAR})(?<m>0[1-9]|1[0-2])(?<d>[0-3]\\d)(?=T?\\d{4}(?:\\d{2})?(?!\\d)|(?!\\d))`,
  // 11/20/2026, which is a day only when one of the numbers cannot be a month.
  `(?<!\\d)(?<a>\\d{1,2})(?<s>[.\\-/])(?<b>\\d{1,2})\\k<s>(?<y>${YEAR})(?!\\d)`,
  `\\b${MONTH} ?(?<d>\\d{1,2})${NTH},? (?<y>${YEAR})(?![\\d:])`,
  // Fri Nov 20 09:00:00 KST 2026
  `\\b${MONTH} (?<d>\\d{1,2})(?= \\d{1,2}:\\d{2}\\S*(?: \\S{1,20})? (?<y>${YEAR})(?!\\d))`,
  `(?<!\\d)(?<d>\\d{1,2})${NTH}(?: of |[ \\-/])${MONTH},?[ \\-/](?<y>${YEAR}|\\d{2}(?!,? ${YEAR}))(?!\\d|:\\d{2}(?!:\\d{2}:))`,
  // 금, 20 11월 2026 09:00:00
  `(?<=, )(?<d>\\d{1,2}) (?<m>\\d{1,2})월? (?<y>${YEAR})(?= \\d{1,2}:)`,
  `\\b${MONTH} ?(?<d>\\d{1,2})${NTH}(?![\\d:])`,
  `(?<!\\d)(?<d>\\d{1,2})${NTH}[ -]${MONTH}(?!\\w|,? \\d)`,
  `(?<!\\d)(?<m>\\d{1,2}) ?월 ?(?<d>\\d{1,2})${DAY_END}`,
  // 11.20, 11/20, 11-20, but not the dash of `조회 12 - 2건`.
  `(?<![\\w])(?<m>\\d{1,2})(?! -|- | \\. ) ?(?<s>[.\\-/]) ?(?<d>\\d{1,2})${SIGN_END}${NO_UNIT}`,
].map((source) => new RegExp(source, 'gi'));

const WEEKDAYS = '일월화수목금토';
const ENGLISH_DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
/** Directly behind a day: `(월)`, `월요일`, `(Mon)`. */
const WEEKDAY_BEHIND =
  /^[.,]? ?[([{<]? ?(?:([일월화수목금토])(?:요일)?(?![가-힣])|(sun|mon|tue|wed|thu|fri|sat)(?:[a-z]{0,6})\b)/i;

/** All days in a text, in its order: `2026.3.2 ~ 3.6` has two. */
export function findDays(text: string): WrittenDay[] {
  return scanDays(toLine(text)).map(({ at, end, isEnglish, ...day }) => day);
}

/** The days of a line that `toLine` made, with their places. */
export function scanDays(line: string): FoundDay[] {
  const days: FoundDay[] = [];
  for (let from = 0; from < line.length; ) {
    const match = firstMatch(line, from);
    if (match === null) break;
    const found = toFound(match, line.slice(from, match.index));
    if (found === null) from = match.index + 1;
    else {
      days.push(withWeekday(found, line));
      from = found.end;
    }
  }
  return days;
}

function firstMatch(line: string, from: number): RegExpExecArray | null {
  let first: RegExpExecArray | null = null;
  for (const form of FORMS) {
    form.lastIndex = from;
    const match = form.exec(line);
    if (match !== null && (first === null || match.index < first.index)) first = match;
  }
  return first;
}

/** Null for numbers that are no day; one that does not exist stays, so that no part of it is another day. */
function toFound(match: RegExpExecArray, before: string): FoundDay | null {
  const { y, m, mon, d, a, b, s } = match.groups ?? {};
  // Numbers further in front belong to it: 1.2.3.4 has no day.
  if (s !== undefined && new RegExp(`\\d ?\\${s} ?$`).test(before)) return null;
  const place = { at: match.index, end: match.index + match[0].length };
  const year = y === undefined ? null : yearOf(y);
  const isEnglish = mon !== undefined || /^, \d/.test(`${before.slice(-2)}${match[0]}`);
  if (a !== undefined) return { ...place, year, ...unorderedDay(Number(a), Number(b)), isEnglish };
  const month = mon === undefined ? Number(m) : MONTHS.indexOf(mon.slice(0, 3).toLowerCase()) + 1;
  const day = Number(d);
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return year === null && !isDay ? null : { ...place, year, month, day, isEnglish };
}

/** Of `11/20/2026` and `20/11/2026`; no day when both orders are possible. */
function unorderedDay(one: number, other: number): { month: number; day: number } {
  if (one === other || (one <= 12 && other > 12)) return { month: one, day: other };
  return one > 12 && other <= 12 ? { month: other, day: one } : { month: 0, day: 0 };
}

function withWeekday(found: FoundDay, line: string): FoundDay {
  const [, korean, english] = WEEKDAY_BEHIND.exec(line.slice(found.end)) ?? [];
  if (korean !== undefined) return { ...found, weekday: WEEKDAYS.indexOf(korean) };
  if (english === undefined) return found;
  return { ...found, weekday: ENGLISH_DAYS.indexOf(english.toLowerCase()) };
}

function yearOf(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

/** yyyy-mm-dd; null for a day that does not exist. */
export function toDay({ month, day }: WrittenDay, year: number): string | null {
  return calendarDay(year, month, day);
}

/** False where the weekday that is written beside it is another one. */
export function isOnWeekday(day: string, { weekday }: WrittenDay): boolean {
  return weekday === undefined || weekdayOf(day) === weekday;
}

/** The day, of the year in which it is nearest to today and on the weekday that is written beside it. */
export function toNearDay(written: WrittenDay, now: Date): string | null {
  const thisYear = Number(kstDay(now).slice(0, 4));
  const years = written.year === null ? [thisYear - 1, thisYear, thisYear + 1] : [written.year];
  const far = (day: string) => Math.abs(Date.parse(day) - now.getTime());
  const days = years
    .flatMap((year) => toDay(written, year) ?? [])
    .filter((day) => isOnWeekday(day, written));
  return days.toSorted((one, other) => far(one) - far(other))[0] ?? null;
}

/** One line with the usual signs, at most 200 characters. */
export function toLine(text: string): string {
  return text
    .slice(0, TEXT_MAX * 4)
    .normalize('NFKC')
    .replaceAll(/[‘’ʼ`´]/g, "'")
    .replaceAll(/[\s\u200b\ufeff]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX);
}
