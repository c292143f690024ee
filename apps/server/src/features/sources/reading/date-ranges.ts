import {
  type FoundDay,
  isOnWeekday,
  scanDays,
  toDay,
  toLine,
  type WrittenDay,
} from './read-dates.ts';

/** The year of a heading; an academic year (`2026학년도`) ends in February. */
export interface PageYear {
  year: number;
  isAcademic: boolean;
}

/** What headings say of the days below them; null where they say nothing. */
export interface DayContext {
  year: PageYear | null;
  month: number | null;
}

interface Range {
  startDate: string;
  endDate: string;
}

const NO_YEAR = '연도를 알 수 없습니다. 연도가 적힌 자리(year)를 적어 주세요.';
const NO_MONTH = '몇 월인지 알 수 없습니다.';
const SEVERAL = '날짜가 여러 개입니다';
/** Signs and words between the days of a range. */
const BETWEEN = /[~∼〜–—―‒−→-]|부터|에서/;
/** A time stands beside a day and may have a sign of its own. */
const TIMES = /(?:오전|오후|[ap]m)? ?\d{1,2}(?::\d{2}(?::\d{2})?|시(?: ?\d{1,2}분)?)(?: ?[ap]m)?/gi;
/** A day without its month: `6일`, `6.(금)`, `6(금)`. */
const DAY_ONLY =
  /^[\s(]*(\d{1,2})(?!\d) ?(?:일|\.)? ?(?:[([]([일월화수목금토])(?:요일)?[)\]]|(?<=\d ?|일 ?)([일월화수목금토])(?:요일)?)?[\s.,)까지]*$/;
/** Parts of a month are no days of it. */
const VAGUE = /월 ?(?:중|초|말|경|하순|상순|중순|첫|둘|셋|넷|마지막|\d{1,2} ?주)/;
const WEEKDAYS = '일월화수목금토';

/**
 * The first and the last day of a text such as `12.28(월) ~ 1.3` or, below the heading of a month, `2 ~ 6`.
 * Returns why it cannot be read, in Korean.
 */
export function readRange(text: string, context: DayContext): Range | string {
  const line = toLine(text);
  const days = readDays(line, context.month);
  if (typeof days === 'string') return days;
  const [start, end] = days;
  const startYear = startYearOf(start, end, context);
  if (startYear === null) return NO_YEAR;
  const endYear = end.year ?? startYear + (end.month < start.month ? 1 : 0);
  const startDate = toDay(start, startYear);
  const endDate = toDay(end, endYear);
  if (startDate === null || endDate === null) return `없는 날짜입니다: ${line.slice(0, 40)}`;
  if (!isOnWeekday(startDate, start) || !isOnWeekday(endDate, end)) {
    return `날짜와 요일이 맞지 않습니다: ${line.slice(0, 40)}`;
  }
  if (endDate < startDate) return '종료일이 시작일보다 빠릅니다.';
  return { startDate, endDate };
}

function readDays(line: string, month: number | null): [WrittenDay, WrittenDay] | string {
  const found = scanDays(line);
  if (found.length > 2) return `${SEVERAL}: ${line.slice(0, 40)}`;
  const isVague = VAGUE.test(line) && found.length < 2;
  const [first, second] = isVague ? [] : splitSides(line, found);
  if (first === undefined) return unread(line);
  const start = dayOf(first, month);
  if (start === null || start === NO_MONTH) return start ?? unread(line);
  if (second === undefined) return [start, start];
  const isTime = second.replaceAll(TIMES, '').trim() === '';
  const end = isTime ? start : dayOf(second, start.month);
  if (end === null || end === NO_MONTH) return end ?? unread(line);
  return [start, end];
}

/** The parts in front of and behind the sign of a range, if it is one; none where days have another place. */
function splitSides(line: string, days: readonly FoundDay[]): string[] {
  const [one, other] = days;
  const covered = withoutDays(line, days);
  const sign = BETWEEN.exec(covered);
  if (sign !== null) {
    const isBetween = other === undefined || (other.at > sign.index && (one?.at ?? 0) < sign.index);
    const end = sign.index + sign[0].length;
    return isBetween ? [line.slice(0, sign.index), line.slice(end)] : [];
  }
  if (one === undefined || other === undefined) return [line];
  // Two lines of a cell.
  const isRange = /^[\s().\]일월화수목금토요]*$/.test(covered.slice(one.end, other.at));
  return isRange ? [line.slice(0, other.at), line.slice(other.at)] : [];
}

/** Signs inside days and times are not between them. */
function withoutDays(line: string, days: readonly FoundDay[]): string {
  const untimed = line.replaceAll(TIMES, (time) => ' '.repeat(time.length));
  return days.reduce(
    (rest, { at, end }) => rest.slice(0, at) + '0'.repeat(end - at) + rest.slice(end),
    untimed,
  );
}

/** The day of one side; null when nothing of it is known. `month`: that of a day without one. */
function dayOf(side: string, month: number | null): WrittenDay | typeof NO_MONTH | null {
  const [found] = scanDays(side);
  if (found !== undefined) return found;
  const [, day, ...names] = DAY_ONLY.exec(side.replaceAll(TIMES, ' ')) ?? [];
  if (day === undefined) return null;
  if (month === null) return NO_MONTH;
  const name = names.find((one) => one !== undefined);
  const weekday = name === undefined ? {} : { weekday: WEEKDAYS.indexOf(name) };
  return { year: null, month, day: Number(day), ...weekday };
}

function startYearOf(
  start: WrittenDay,
  end: WrittenDay,
  { year: page, month }: DayContext,
): number | null {
  if (start.year !== null) return start.year;
  if (end.year !== null) return end.year - (start.month > end.month ? 1 : 0);
  if (page === null) return null;
  // Below the heading of January, 12.23 ~ 1.15 began in the year before.
  const isBefore = month !== null && month <= end.month && start.month > end.month;
  const isNext = page.isAcademic && (isBefore ? end : start).month <= 2;
  return page.year + (isNext ? 1 : 0) - (isBefore ? 1 : 0);
}

function unread(line: string): string {
  return line === '' ? '날짜를 찾지 못했습니다.' : `날짜를 읽지 못했습니다: ${line.slice(0, 40)}`;
}

/** Between the days of a period. */
const PERIOD = /^[\s().\]일월화수목금토요]*(?:[~∼〜–—-]|부터)[\s(]*$/;
/** `12.24 ~ 26`: the last day without its month. */
const DAY_BEHIND = /^[\s).(일월화수목금토요]*(?:[~∼〜–—-]|부터) ?(\d{1,2})(?!\d)/;

/** All days that a text names, each alone or as a period. `toDate`: the day of the right year. */
export function periodsIn(
  line: string,
  toDate: (written: WrittenDay) => string | null,
): [from: string, to: string][] {
  const days = scanDays(line);
  const isPeriod = (first: FoundDay, second: FoundDay) =>
    PERIOD.test(line.slice(first.end, second.at));
  return days.flatMap((day, index): [string, string][] => {
    const [before, next] = [days[index - 1], days[index + 1]];
    const from = toDate(day);
    const isLast = before !== undefined && isPeriod(before, day);
    if (from === null || isLast) return [];
    if (next !== undefined && isPeriod(day, next)) return [[from, untilOf(from, next)]];
    const last = DAY_BEHIND.exec(line.slice(day.end, next?.at))?.[1];
    return [[from, last === undefined ? from : `${from.slice(0, 8)}${last.padStart(2, '0')}`]];
  });
}

/** The last day of a period, which may be in the next year. */
function untilOf(from: string, last: WrittenDay): string {
  const year = last.year ?? Number(from.slice(0, 4));
  const day = toDay(last, year);
  if (day === null || (last.year === null && day < from)) return toDay(last, year + 1) ?? from;
  return day;
}
