import type { STAFF_MEALS, STUDENT_CATEGORIES } from '@naru/contract/cafeteria-choices';
import { PAGE_LIMITS } from '@naru/contract/page-limits';
import { formatDay } from '../../lib/format/dates.ts';

export const CATEGORY_LABELS: Record<(typeof STUDENT_CATEGORIES)[number], string> = {
  SET_MENU: '정식',
  WESTERN: '양식',
  SNACK: '분식',
  RAMEN: '라면',
};

export const MEAL_LABELS: Record<(typeof STAFF_MEALS)[number], string> = {
  BREAKFAST: '조식',
  LUNCH: '중식',
  DINNER: '석식',
};

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
  return Math.abs(Date.parse(day) - Date.parse(today)) <= PAGE_LIMITS.cafeteriaDaysShown * DAY_MS;
}

/** `금`, of a yyyy-mm-dd date. */
export function weekdayOf(day: string): string {
  return WEEKDAYS[new Date(day).getUTCDay()] ?? '';
}

/** `11월 20일 금요일`. */
export function nameOfDay(day: string): string {
  const date = new Date(day);
  return `${date.getUTCMonth() + 1}월 ${date.getUTCDate()}일 ${weekdayOf(day)}요일`;
}

const WEEK = 7;

export function mondayOf(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % WEEK;
  return addDays(day, -sinceMonday);
}

export function weekBy(monday: string, weeks: number): string {
  return addDays(monday, weeks * WEEK);
}

/** Whether staff may edit every day of the week. */
export function isWeekInReach(monday: string, today: string): boolean {
  return (
    monday >= addDays(today, -PAGE_LIMITS.cafeteriaEditDays) &&
    addDays(monday, WEEK - 1) <= addDays(today, PAGE_LIMITS.cafeteriaEditDays)
  );
}

/** `11월 16일 ~ 11월 22일`. */
export function nameOfWeek(monday: string): string {
  const name = (day: string) => `${Number(day.slice(5, 7))}월 ${Number(day.slice(8))}일`;
  return `${name(monday)} ~ ${name(addDays(monday, WEEK - 1))}`;
}
