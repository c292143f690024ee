import ICAL from 'ical.js';
import { DAY_MS } from '../clock.ts';
import { momentAt } from './moments.ts';
import type { IcsEvent } from './read-event.ts';

/** First and last day, yyyy-mm-dd. */
export interface IcsRange {
  from: string;
  to: string;
}

/** Days before the range in which a counted rule may begin. */
const COUNTED_DAYS_MAX = 7_305;
const YEAR = 366;

type Rule = NonNullable<IcsEvent['rule']>;
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const PARTS = new Set(['BYDAY', 'BYMONTH', 'BYMONTHDAY', 'BYSETPOS']);
/** Different days of the week in a rule that are read; each of them first to fifth, from both ends, are 77. */
const WEEKDAYS_MAX = 100;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Rules by hours, weeks or days of a year are none of a calendar of days. */
export function isKnownRule({ freq, parts }: Rule): boolean {
  return FREQUENCIES.includes(freq) && Object.keys(parts).every((name) => PARTS.has(name));
}

/**
 * The occurrences of an event until the end of the range as days after its first one, which is always among them if
 * it lies there. Looks at each day, because the iterator of the library has no end for rules such as
 * `FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30`.
 */
export function* occurrenceDays(event: IcsEvent, range: IcsRange): Generator<number> {
  const { rule, start } = event;
  yield 0;
  if (rule === null) return;
  const first = Math.floor(start.wall / DAY_MS);
  const last = Date.parse(range.to) / DAY_MS + 1;
  const matches = matcherOf(rule, first);
  const isOver = endOf(event, rule);
  let left = (rule.count ?? Number.POSITIVE_INFINITY) - 1;
  const begin = Date.parse(range.from) / DAY_MS;
  if (rule.count && first < begin - COUNTED_DAYS_MAX) return;
  // Nothing before the range need be looked at unless occurrences are counted.
  const from = rule.count ? first : Math.max(first, begin - YEAR);
  for (let day = from; day <= last && left > 0; day += 1) {
    if (day <= first || !matches(day)) continue;
    if (isOver(day - first)) return;
    left -= 1;
    yield day - first;
  }
}

/** Whether the occurrence that many days after the first is after the end of the rule. */
function endOf({ start }: IcsEvent, { until }: Rule): (days: number) => boolean {
  if (!until) return () => false;
  const { year, month, day, hour, minute, second } = until;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const isDay = until.isDate || start.time === null;
  const isUtc = until.zone === ICAL.Timezone.utcTimezone;
  const end = momentAt(wall, { zone: isUtc ? 'UTC' : start.zone, time: 0 }).time ?? 0;
  const lastDay = Math.floor((isUtc && start.time === null ? end : wall) / DAY_MS);
  return (days) => {
    const at = momentAt(start.wall + days * DAY_MS, start);
    return isDay ? Math.floor(at.wall / DAY_MS) > lastDay : (at.time ?? 0) > end;
  };
}

interface Day {
  number: number;
  year: number;
  /** 0 to 11. */
  month: number;
  date: number;
  weekday: number;
}

function dayOf(number: number): Day {
  const at = new Date(number * DAY_MS);
  return {
    number,
    year: at.getUTCFullYear(),
    month: at.getUTCMonth(),
    date: at.getUTCDate(),
    weekday: at.getUTCDay(),
  };
}

/** Whether the rule has an occurrence on a day, counted from 1970. */
function matcherOf(rule: Rule, first: number): (day: number) => boolean {
  const start = dayOf(first);
  const periodOf = periods(rule);
  const interval = Math.max(1, rule.interval);
  const isInPeriod = (day: Day) => (periodOf(day) - periodOf(start)) % interval === 0;
  const isChosen = chooser(rule, start);
  const positions = rule.parts.BYSETPOS ?? [];
  const matches = (day: Day) => isInPeriod(day) && isChosen(day);
  if (positions.length === 0) return (number) => matches(dayOf(number));
  const sets = new Map<number, number[]>();
  const setOf = (day: Day) => {
    const period = periodOf(day);
    const known = sets.get(period);
    if (known !== undefined) return known;
    const set = daysOfPeriod(day, periodOf).filter(isChosen);
    const numbers = set.map(({ number }) => number);
    sets.set(period, numbers);
    return numbers;
  };
  return (number) => {
    const day = dayOf(number);
    if (!matches(day)) return false;
    const set = setOf(day);
    const at = set.indexOf(number);
    return positions.includes(at + 1) || positions.includes(at - set.length);
  };
}

function periods({ freq, wkst }: Rule): (day: Day) => number {
  switch (freq) {
    case 'DAILY':
      return ({ number }) => number;
    case 'WEEKLY': {
      // Day 0 was a Thursday; weeks begin on Monday unless the rule says otherwise.
      const begins = (wkst || 2) - 1;
      return ({ number }) => Math.floor((number + 4 - begins) / 7);
    }
    case 'MONTHLY':
      return ({ year, month }) => year * 12 + month;
    default:
      return ({ year }) => year;
  }
}

/** All days of the period of a day. */
function daysOfPeriod(day: Day, periodOf: (day: Day) => number): Day[] {
  const period = periodOf(day);
  const days = Array.from({ length: 2 * YEAR + 1 }, (_, at) => day.number - YEAR + at);
  return days.map(dayOf).filter((one) => periodOf(one) === period);
}

/** The BY parts; without one the day of the first occurrence counts. */
function chooser({ freq, parts }: Rule, start: Day): (day: Day) => boolean {
  const { BYMONTH: months, BYMONTHDAY: dates, BYDAY: days } = parts;
  const isAnyDay = dates === undefined && days === undefined;
  const names = new Set(days?.map((text) => String(text).toUpperCase()));
  const weekdays =
    days && [...names].slice(0, WEEKDAYS_MAX).flatMap((text) => readWeekday(text) ?? []);
  const usesMonth = freq === 'MONTHLY' || months !== undefined;
  const isUsual = usualOf(freq, start, months !== undefined);
  return (day) => {
    if (months && !months.includes(day.month + 1)) return false;
    if (dates && !dates.includes(day.date) && !dates.includes(day.date - lengthOf(day) - 1)) {
      return false;
    }
    if (weekdays && !weekdays.some((one) => isWeekday(day, one, usesMonth))) return false;
    return !isAnyDay || isUsual(day);
  };
}

function usualOf(freq: string, start: Day, hasMonths: boolean): (day: Day) => boolean {
  if (freq === 'DAILY') return () => true;
  if (freq === 'WEEKLY') return ({ weekday }) => weekday === start.weekday;
  const isAnyMonth = freq === 'MONTHLY' || hasMonths;
  return ({ date, month }) => date === start.date && (isAnyMonth || month === start.month);
}

interface Weekday {
  /** Counted within the month or year, from the end if negative; 0 for each. */
  position: number;
  weekday: number;
}

function readWeekday(text: string): Weekday | null {
  const [, position, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/i.exec(text) ?? [];
  const weekday = WEEKDAYS.indexOf(name.toUpperCase());
  return weekday === -1 ? null : { position: Number(position ?? 0), weekday };
}

function isWeekday(day: Day, { position, weekday }: Weekday, isOfMonth: boolean): boolean {
  if (day.weekday !== weekday) return false;
  if (position === 0) return true;
  const length = isOfMonth ? lengthOf(day) : yearLength(day.year);
  const at = isOfMonth ? day.date : day.number - Date.UTC(day.year, 0, 1) / DAY_MS + 1;
  const counted = position > 0 ? Math.ceil(at / 7) : -Math.ceil((length - at + 1) / 7);
  return counted === position;
}

function lengthOf({ year, month }: Day): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

function yearLength(year: number): number {
  return (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / DAY_MS;
}
