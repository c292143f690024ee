import { toKst } from '@naru/server/platform/clock';

export const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Demo members are awake 18 hours a day, from 07:30 to 01:30 in Korea. */
const WAKING_MINUTES = 18 * 60;
const WAKE_MS = 7.5 * 60 * MINUTE_MS;
export const KST_MS = 9 * 60 * MINUTE_MS;
const OFFICE_OPENS = 9;
const OFFICE_CLOSES = 18;
export const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'] as const;

/**
 * Returns the instant `ago` waking minutes before `now`. Nights are skipped, so that no content has a
 * time at night, whenever the demo is filled.
 */
export function wakingTimeBefore(now: Date, ago: number): Date {
  const shifted = now.getTime() + KST_MS - WAKE_MS;
  const day = Math.floor(shifted / DAY_MS);
  const minute = Math.min((shifted - day * DAY_MS) / MINUTE_MS, WAKING_MINUTES);
  const awake = day * WAKING_MINUTES + minute - ago;
  const then = Math.floor(awake / WAKING_MINUTES);
  const rest = awake - then * WAKING_MINUTES;
  return new Date(then * DAY_MS + rest * MINUTE_MS + WAKE_MS - KST_MS);
}

/** Moves an instant back into office hours in Korea (09:00 to 18:00, Monday to Friday). */
export function officeTime(date: Date): Date {
  let local = new Date(date.getTime() + KST_MS);
  if (local.getUTCHours() >= OFFICE_CLOSES) local = atHour(local, 0, OFFICE_CLOSES - 1);
  if (local.getUTCHours() < OFFICE_OPENS) local = atHour(local, -1, OFFICE_CLOSES - 2);
  while (isWeekend(local)) local = new Date(local.getTime() - DAY_MS);
  return new Date(local.getTime() - KST_MS);
}

/** Replaces `{{date:7}}`, `{{term}}`, `{{nextTerm}}` and `{{vacation}}` relative to `now`. */
export function fillDates(text: string, now: Date): string {
  return text
    .replaceAll(/\{\{date:(\d+)\}\}/g, (_, days) => workday(now, Number(days)))
    .replaceAll('{{term}}', termName(now, 0))
    .replaceAll('{{nextTerm}}', termName(now, 1))
    .replaceAll('{{vacation}}', termIndex(now) % 2 === 0 ? '여름방학' : '겨울방학');
}

/** Returns an hour in Korea on the first workday at least `days` ahead. */
export function workdayAt(now: Date, days: number, hour: number): Date {
  let local = atHour(new Date(now.getTime() + KST_MS), days, hour);
  while (isWeekend(local)) local = new Date(local.getTime() + DAY_MS);
  local.setUTCMinutes(0, 0, 0);
  return new Date(local.getTime() - KST_MS);
}

/** Returns the first workday at least `days` ahead, e.g. 11월 27일(금). */
function workday(now: Date, days: number): string {
  let local = new Date(now.getTime() + KST_MS + days * DAY_MS);
  while (isWeekend(local)) local = new Date(local.getTime() + DAY_MS);
  return `${local.getUTCMonth() + 1}월 ${local.getUTCDate()}일(${WEEKDAYS[local.getUTCDay()]})`;
}

/** Numbers the terms consecutively: even is semester 1 (March to August), odd semester 2. */
function termIndex(now: Date): number {
  const [year = 0, month = 1] = toKst(now).split('-').map(Number);
  if (month < 3) return (year - 1) * 2 + 1;
  return year * 2 + (month < 9 ? 0 : 1);
}

/** Returns the term `ahead` terms after the current one. */
export function termAt(now: Date, ahead: number): { year: number; semester: number } {
  const index = termIndex(now) + ahead;
  return { year: Math.floor(index / 2), semester: (index % 2) + 1 };
}

/** Noon in Korea on the second day of the term's first month. */
export function termStart(now: Date, ahead: number): Date {
  const { year, semester } = termAt(now, ahead);
  return new Date(Date.UTC(year, semester === 1 ? 2 : 8, 2, 12) - KST_MS);
}

function termName(now: Date, ahead: number): string {
  const { year, semester } = termAt(now, ahead);
  return `${year}학년도 ${semester}학기`;
}

function isWeekend(local: Date): boolean {
  return local.getUTCDay() === 0 || local.getUTCDay() === 6;
}

function atHour(local: Date, days: number, hour: number): Date {
  const copy = new Date(local.getTime() + days * DAY_MS);
  copy.setUTCHours(hour);
  return copy;
}
