const KST_OFFSET_MS = 9 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** The only source of the current time; tests pass their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 with the Korean offset, to the second: 2026-11-20T14:02:00+09:00. */
export function toKst(date: Date): string {
  return `${new Date(date.getTime() + KST_OFFSET_MS).toISOString().slice(0, 19)}+09:00`;
}

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

export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}

/** Adds days to a calendar day (yyyy-mm-dd). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Weekday of a calendar day (yyyy-mm-dd); 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}
