import type { AcademicKind } from '@naru/contract/academic-kinds';
import type { BadgeTone } from '../../ui/badge.tsx';

/** The colour of a kind, whose name always stands beside it or in its label. */
export const KIND_TONES: Record<AcademicKind, BadgeTone> = {
  CLASSES: 'sea',
  EXAM: 'buoy',
  REGISTRATION: 'gold',
  HOLIDAY: 'violet',
  EVENT: 'tide',
};

/** Bars of the month. */
export const BAR_LOOKS: Record<AcademicKind, string> = {
  CLASSES: 'bg-sea-weak text-sea',
  EXAM: 'bg-buoy-weak text-buoy',
  REGISTRATION: 'bg-gold-weak text-gold',
  HOLIDAY: 'bg-violet-weak text-violet',
  EVENT: 'bg-tide-weak text-tide',
};

/** Dots below the days of a small month. */
export const DOT_LOOKS: Record<AcademicKind, string> = {
  CLASSES: 'bg-sea',
  EXAM: 'bg-buoy',
  REGISTRATION: 'bg-gold',
  HOLIDAY: 'bg-violet',
  EVENT: 'bg-tide',
};

const DAY_MS = 86_400_000;
const WEEK = 7;
export const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'] as const;
/** Months that an address may name. */
const MONTH = /^2\d{3}-(?:0[1-9]|1[0-2])$/;

/** Adds days to a yyyy-mm-dd day. */
function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}

export function isMonth(text: string | undefined): text is string {
  return text !== undefined && MONTH.test(text);
}

/** The month (yyyy-mm) `months` after the given one; the same at the ends of what addresses may name. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
  return isMonth(next) ? next : month;
}

/** `2026년 12월`. */
export function nameOfMonth(month: string): string {
  return `${month.slice(0, 4)}년 ${Number(month.slice(5))}월`;
}

/** The weeks that touch the month (yyyy-mm), each of seven days from Sunday on. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const weeks: string[][] = [];
  let day = addDays(first, -weekdayOf(first));
  while (weeks.length === 0 || day.startsWith(month)) {
    weeks.push(Array.from({ length: WEEK }, (_, at) => addDays(day, at)));
    day = addDays(day, WEEK);
  }
  return weeks;
}

/** `12월 14일 월요일`. */
export function nameOfDay(day: string): string {
  const [, month, date] = day.split('-').map(Number);
  return `${month}월 ${date}일 ${WEEKDAYS[weekdayOf(day)]}요일`;
}

type Period = { startsOn: string; endsOn: string };

/** `12월 14일 월요일부터 12월 18일 금요일까지`, for names that are read aloud; with the years when they differ. */
export function spokenPeriod({ startsOn, endsOn }: Period): string {
  const isOneYear = startsOn.slice(0, 4) === endsOn.slice(0, 4);
  const name = (day: string) => `${isOneYear ? '' : `${day.slice(0, 4)}년 `}${nameOfDay(day)}`;
  return startsOn === endsOn ? name(startsOn) : `${name(startsOn)}부터 ${name(endsOn)}까지`;
}

/** `12. 14. (월) ~ 12. 18. (금)`, with the years when they differ. */
export function shortPeriod({ startsOn, endsOn }: Period): string {
  const isOneYear = startsOn.slice(0, 4) === endsOn.slice(0, 4);
  const name = (day: string) => {
    const [year, month, date] = day.split('-').map(Number);
    return `${isOneYear ? '' : `${year}. `}${month}. ${date}. (${WEEKDAYS[weekdayOf(day)]})`;
  };
  return startsOn === endsOn ? name(startsOn) : `${name(startsOn)} ~ ${name(endsOn)}`;
}

/** A date within one week of the grid. */
export type Bar<T> = {
  date: T;
  /** Columns from 1 to 7, both inclusive, and the row below the numbers of the days, from 0. */
  from: number;
  to: number;
  lane: number;
  /** Whether the date began in an earlier week, or goes on in a later one. */
  isContinued: boolean;
  goesOn: boolean;
};

/** Places the dates of a week in rows so that none overlaps: by the first day, longer ones first. */
export function barsOf<T extends Period>(dates: readonly T[], week: readonly string[]): Bar<T>[] {
  const [first = '', last = ''] = [week.at(0), week.at(-1)];
  const touching = dates
    .filter(({ startsOn, endsOn }) => startsOn <= last && endsOn >= first)
    .toSorted((a, b) => a.startsOn.localeCompare(b.startsOn) || b.endsOn.localeCompare(a.endsOn));
  /** The last column that each row has used. */
  const lanes: number[] = [];
  return touching.map((date) => {
    const from = date.startsOn < first ? 1 : week.indexOf(date.startsOn) + 1;
    const to = date.endsOn > last ? WEEK : week.indexOf(date.endsOn) + 1;
    const free = lanes.findIndex((used) => used < from);
    const lane = free === -1 ? lanes.length : free;
    lanes[lane] = to;
    return { date, from, to, lane, isContinued: date.startsOn < first, goesOn: date.endsOn > last };
  });
}
