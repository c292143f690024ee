import { addDays, DAY_MS, kstDay, weekdayOf } from '../../../platform/clock.ts';
import { periodsIn } from './date-ranges.ts';
import { findDays, scanDays, toDay, toLine, toNearDay, type WrittenDay } from './read-dates.ts';

const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'];
const WEEKDAY = /^(?:[^가-힣]*)([일월화수목금토])(?:요일|[^가-힣]|$)/;
const DAY_ONLY = /(?<!\d)(\d{1,2})일/;
const DAY_BESIDE = /(?<!\d)(\d{1,2})(?!\d)/;
const YEAR = /(20\d{2}) ?[년.\-/]/;
const WEEK_DAYS = 7;
const FAR_DAYS = 190;

/** The seven days of a week, yyyy-mm-dd. */
export type Week = readonly string[];

/** The day of a heading, or why it has none although it looks like one. */
export type MenuDayRead = { date: string } | { problem: 'weekday' | 'no-week' };

/**
 * The week that a page names by its days or by one of them, as in `11월 5주차 (11.30~12.04)`; null when it
 * names none, or more days than a week has.
 */
export function readWeek(text: string, now: Date, { isRange = false } = {}): Week | null {
  const line = toLine(text);
  const periods = periodsIn(line, (written) => inNamedYear(written, line, now));
  const [from, to] = periods.find(([first, last]) => first !== last) ?? periods[0] ?? [];
  if (from === undefined || to === undefined || (isRange && from === to)) return null;
  if (to < from || to >= addDays(from, WEEK_DAYS)) return null;
  // One that begins on another day than Sunday is the one from Monday, also where Monday is left out.
  const monday = weekdayOf(from) === 0 ? from : addDays(from, -((weekdayOf(from) + 6) % 7));
  return daysFrom(to < addDays(monday, WEEK_DAYS) ? monday : from);
}

function daysFrom(first: string): Week {
  return Array.from({ length: WEEK_DAYS }, (_, index) => addDays(first, index));
}

/** Of the year that stands beside it; the turn of the year may be between them. */
function inNamedYear(written: WrittenDay, line: string, now: Date): string | null {
  const near = toNearDay(written, now);
  const year = Number(YEAR.exec(line)?.[1] ?? 0);
  if (near === null || written.year !== null || year === 0) return near;
  const nearYear = Number(near.slice(0, 4));
  const isTurn = written.month === 12 ? nearYear === year - 1 : nearYear === year + 1;
  const mayTurn = written.month === 12 || written.month === 1;
  return nearYear === year || (mayTurn && isTurn) ? near : toDay(written, year);
}

/**
 * The day of a heading: `2026.11.23`, `11/23 (월)`, `23일(월)`, or `월요일` in a week that is known. Null
 * for anything else, also for two days. A date that is not on the weekday beside it is none.
 */
export function readMenuDay(
  heading: string,
  { week, now }: { week: Week | null; now: Date },
): MenuDayRead | null {
  const line = toLine(heading);
  const [written, ...others] = findDays(line);
  if (others.length > 0) return null;
  if (written !== undefined) return onItsWeekday(withWeekday(written, line), { week, now });
  const name = WEEKDAY.exec(line)?.[1];
  const beside = name === undefined ? null : DAY_BESIDE.exec(line);
  const number = (DAY_ONLY.exec(line) ?? beside)?.[1];
  if (week !== null) return inWeek(week, { name, number });
  return name === undefined ? null : { problem: 'no-week' };
}

/** The day by its number, its weekday or both. */
function inWeek(
  week: Week,
  { name, number }: { name: string | undefined; number: string | undefined },
): MenuDayRead | null {
  if (name === undefined && number === undefined) return null;
  const isNamed = (day: string) => name === undefined || WEEKDAYS[weekdayOf(day)] === name;
  const isNumbered = (day: string) =>
    number === undefined || Number(day.slice(8)) === Number(number);
  const date = week.find((day) => isNamed(day) && isNumbered(day));
  if (date !== undefined) return { date };
  return name !== undefined && week.some(isNumbered) ? { problem: 'weekday' } : null;
}

/** A weekday may stand in front: `월 11/23`. */
function withWeekday(written: WrittenDay, line: string): WrittenDay {
  const place = scanDays(line)[0];
  if (written.weekday !== undefined || place === undefined) return written;
  const name = WEEKDAY.exec(`${line.slice(0, place.at)} ${line.slice(place.end)}`)?.[1];
  return name === undefined ? written : { ...written, weekday: WEEKDAYS.indexOf(name) };
}

/** Without a year it is the nearest one to the week, or to today, in which the weekday fits. */
function onItsWeekday(
  written: WrittenDay,
  { week, now }: { week: Week | null; now: Date },
): MenuDayRead {
  const near = week === null ? now : new Date(`${week[0] ?? kstDay(now)}T12:00:00+09:00`);
  const date = toNearDay(written, near);
  // The year in which the weekday fits may be a far one: then one of both is wrong.
  const isFar = date === null || Math.abs(Date.parse(date) - near.getTime()) > FAR_DAYS * DAY_MS;
  return date === null || (written.year === null && isFar) ? { problem: 'weekday' } : { date };
}

/** What a heading says beside its day. */
export function restOfHeading(heading: string): string {
  return heading
    .replaceAll(/\d{1,4}\s?[.\-/년월일]\s?/g, '')
    .replaceAll(/\d+/g, '')
    .replaceAll(
      /\(?[일월화수목금토](?:요일)?\)|[일월화수목금토]요일|^\s?[일월화수목금토](?=\s|$)/g,
      '',
    )
    .trim();
}
