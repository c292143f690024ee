import { LIMITS } from '@naru/contract/limits';
import { formatDay } from '../../lib/format/dates.ts';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'];

/** The current Korean date, yyyy-mm-dd. */
export function todayInKorea(): string {
  return formatDay(new Date().toISOString());
}

/** Adds days (may be negative) to a yyyy-mm-dd date. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether the server returns this day: 14 days back and ahead. */
export function isInReach(day: string, today: string): boolean {
  return Math.abs(Date.parse(day) - Date.parse(today)) <= LIMITS.cafeteriaDaysShown * DAY_MS;
}

/** `11월 20일 금요일`. */
export function nameOfDay(day: string): string {
  const date = new Date(day);
  return `${date.getUTCMonth() + 1}월 ${date.getUTCDate()}일 ${WEEKDAYS[date.getUTCDay()]}요일`;
}
