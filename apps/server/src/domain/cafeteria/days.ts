import { LIMITS } from '@naru/contract/limits';
import { DAY_MS } from '../../platform/clock.ts';

/** Returns yyyy-mm-dd, or null for a date that does not exist. */
export function calendarDay(year: number, month: number, day: number): string | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** Whether `day` is at most `days` days before or after `today` (both yyyy-mm-dd). */
export function isInReach(day: string, today: string, days: number = LIMITS.cafeteriaDaysShown) {
  return Math.abs(Date.parse(day) - Date.parse(today)) <= days * DAY_MS;
}
