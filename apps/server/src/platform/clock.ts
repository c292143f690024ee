import { LRUCache } from 'lru-cache';

const KST_OFFSET_MS = 9 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;

/** The only source of the current time; tests pass their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Caches formatted days by their number: a page shows many times of few days. */
const days = new LRUCache<number, string>({ max: 1_000 });

/** ISO 8601 with the Korean offset, to the second: 2026-11-20T14:02:00+09:00. */
export function toKst(date: Date): string {
  const seconds = Math.floor((date.getTime() + KST_OFFSET_MS) / 1000);
  const day = Math.floor(seconds / DAY_SECONDS);
  const left = seconds - day * DAY_SECONDS;
  const minutes = Math.floor(left / 60);
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${dayText(day)}T${time}:${twoDigits(left % 60)}+09:00`;
}

function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_MS).toISOString().slice(0, -14);
  days.set(day, text);
  return text;
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : `${number}`);

/** The Korean calendar day, yyyy-mm-dd. */
export function kstDay(date: Date): string {
  return toKst(date).slice(0, 10);
}

/** Korean date and time for texts: 11월 20일 14:02. */
export function kstText(date: Date): string {
  const text = toKst(date);
  return `${Number(text.slice(5, 7))}월 ${Number(text.slice(8, 10))}일 ${text.slice(11, 16)}`;
}

export function startOfKstDay(day: string): Date {
  return new Date(`${day}T00:00:00+09:00`);
}

export function truncateToMinute(date: Date): Date {
  return new Date(Math.floor(date.getTime() / MINUTE_MS) * MINUTE_MS);
}

/**
 * When the effects of an anonymous post or comment are released: at the end of the minute that its date shows, so
 * that their time reveals no more than the date.
 */
export function afterItsMinute(date: Date): Date {
  return addSeconds(truncateToMinute(date), 60);
}

export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}

/** Seconds that the clocks of two servers may differ. */
const APART_SECONDS = 60;

/**
 * Whether a stored time has come that was at most `seconds` ahead. One further ahead was stored before the clock
 * was set back, and counts as come.
 */
export function hasCome(at: Date, now: Date, seconds: number): boolean {
  return at <= now || at > addSeconds(now, seconds + APART_SECONDS);
}

/** Adds days to a calendar day (yyyy-mm-dd). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Weekday of a calendar day (yyyy-mm-dd); 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}
