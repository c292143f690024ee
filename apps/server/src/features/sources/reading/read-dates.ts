import { calendarDay } from '../../../domain/cafeteria/day-parts.ts';
import { addDays, DAY_MS, kstDay } from '../../../platform/clock.ts';

/** Longer texts are no dates; it bounds the work of the patterns. */
const TEXT_MAX = 200;
const ISO = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})/i;
/** As feeds write it: `Mon, 23 Nov 2026 10:00:00 +0900`. */
const RFC_822 =
  /^(?:[a-z]{3,9}, ?)?\d{1,2} [a-z]{3} \d{2,4} \d{1,2}:\d{2}(?::\d{2})?(?: ([\w+-]{1,6}))?$/i;
/** 2026.11.20, 26-11-20, 2026/11/20: one sign twice, as 03.02-03.06 are two days. */
const SIGNS = /(?<!\d)(\d{4}|\d{2}) ?([.\-/]) ?(\d{1,2}) ?\2 ?(\d{1,2})(?!\d)/;
const WORDS = /(?<!\d)(\d{4}|\d{2})년 ?(\d{1,2})월 ?(\d{1,2})(?!\d)/;
const COMPACT = /(?<!\d)(20\d{2})(\d{2})(\d{2})(?!\d)/;
/** 11.20, 11/20, 11월 20일. */
const MONTH_DAY = /(?<!\d)(\d{1,2}) ?(?:[.\-/]|월) ?(\d{1,2})(?!\d)/;
const TIME = /(오전|오후)? ?(?<!\d)(\d{1,2}):(\d{2})(?::(\d{2}))?(?!\d)/;

/** A day as a page writes it; without a year where the page leaves it out. */
export interface WrittenDay {
  year: number | null;
  month: number;
  day: number;
}

/** When an article was published, in Korean time; null when the text has no date. */
export function readInstant(text: string, now: Date): Date | null {
  const line = shorten(text);
  const exact = ISO.exec(line)?.[0] ?? zonedText(line);
  if (exact !== undefined) return toDate(exact);
  const written = findDay(line);
  const time = timeOf(written === null ? line : line.slice(written.end));
  if (written === null) return time === null ? null : toDate(`${kstDay(now)}T${time}+09:00`);
  const day = toPastDay(written.found, now);
  return day === null ? null : toDate(`${day}T${time ?? '00:00:00'}+09:00`);
}

/** All days in a text, in its order: `2026.3.2 ~ 3.6` has two. */
export function findDays(text: string): WrittenDay[] {
  const days: WrittenDay[] = [];
  let rest = shorten(text);
  for (let next = findDay(rest); next !== null; next = findDay(rest)) {
    days.push(next.found);
    rest = rest.slice(next.end);
  }
  return days;
}

/** yyyy-mm-dd; null for a day that does not exist. */
export function toDay({ month, day }: WrittenDay, year: number): string | null {
  return calendarDay(year, month, day);
}

/** The day of the year in which it is nearest to today. */
export function toNearDay(written: WrittenDay, now: Date): string | null {
  if (written.year !== null) return toDay(written, written.year);
  const thisYear = Number(kstDay(now).slice(0, 4));
  const far = (day: string) => Math.abs(Date.parse(day) - now.getTime());
  const days = [thisYear - 1, thisYear, thisYear + 1].flatMap((year) => toDay(written, year) ?? []);
  return days.toSorted((one, other) => far(one) - far(other))[0] ?? null;
}

/** Lists leave out the year of what is newer than a year. */
function toPastDay(written: WrittenDay, now: Date): string | null {
  if (written.year !== null) return toDay(written, written.year);
  const tomorrow = addDays(kstDay(now), 1);
  const year = Number(tomorrow.slice(0, 4));
  const day = toDay(written, year);
  return day !== null && day <= tomorrow ? day : toDay(written, year - 1);
}

/** The first day of a text, and the offset behind it. */
function findDay(text: string): { found: WrittenDay; end: number } | null {
  const [first] = [...matchFull(text), ...matchShort(text)].toSorted((a, b) => a.at - b.at);
  return first ?? null;
}

function matchFull(text: string) {
  return [COMPACT, SIGNS, WORDS].flatMap((pattern) => {
    const match = pattern.exec(text);
    if (match === null) return [];
    const parts = match.slice(1).filter((part) => /^\d/.test(part));
    const [year = '', month, day] = parts;
    const found = { year: toYear(year), month: Number(month), day: Number(day) };
    return [{ found, at: match.index, end: match.index + match[0].length }];
  });
}

function matchShort(text: string) {
  const match = MONTH_DAY.exec(text);
  if (match === null) return [];
  const found = { year: null, month: Number(match[1]), day: Number(match[2]) };
  return [{ found, at: match.index, end: match.index + match[0].length }];
}

/** Without a zone the time is the Korean one. */
function zonedText(line: string): string | undefined {
  const match = RFC_822.exec(line);
  if (match === null) return undefined;
  const [whole, zone] = match;
  if (zone === undefined) return `${whole} +0900`;
  return zone === 'KST' ? `${whole.slice(0, -3)}+0900` : whole;
}

function toYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

function timeOf(text: string): string | null {
  const [, half, hours, minutes = '', seconds = '00'] = TIME.exec(text) ?? [];
  if (hours === undefined) return null;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half === '오후' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
}

function toDate(text: string): Date | null {
  const date = new Date(text);
  const isKnown = date.getTime() > 0 && date.getTime() < Date.UTC(2200, 0, 1) + DAY_MS;
  return isKnown ? date : null;
}

function shorten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_MAX);
}
