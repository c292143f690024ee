import { LIMITS } from '@naru/contract/limits';

const DAY_MS = 86_400_000;

/** The day as yyyy-mm-dd; null when the calendar has no such day. */
export function calendarDay(year: number, month: number, day: number): string | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal =
    year >= 1 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** Whether menus of `day` can be asked for on `today`: 14 days back or ahead. */
export function isInReach(
  day: string,
  today: string,
  days: number = LIMITS.cafeteriaDaysShown,
): boolean {
  return Math.abs(Date.parse(day) - Date.parse(today)) <= days * DAY_MS;
}

/** `count` days from the given one, yyyy-mm-dd. */
export function daysFrom(first: string, count: number): string[] {
  const start = Date.parse(`${first}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(start + index * DAY_MS).toISOString().slice(0, 10),
  );
}
