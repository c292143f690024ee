import type { CafeteriaDay } from '@naru/contract/cafeteria';
import {
  type CafeteriaState,
  STAFF_MEALS,
  STUDENT_CATEGORIES,
} from '@naru/contract/cafeteria-choices';
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

/** What one cafeteria serves on one day. */
export interface DayPart {
  state: CafeteriaState;
  /** By category or meal, without empty ones. */
  dishes: Record<string, string[]>;
}

export const CAFETERIAS = ['student', 'staff'] as const;
export type Cafeteria = (typeof CAFETERIAS)[number];

const CATEGORIES: Record<Cafeteria, readonly string[]> = {
  student: STUDENT_CATEGORIES,
  staff: STAFF_MEALS,
};

export function partOf(day: CafeteriaDay, cafeteria: Cafeteria): DayPart {
  return cafeteria === 'student'
    ? toPart('student', day.studentState, day.studentCafeteria)
    : toPart('staff', day.staffState, day.staffCafeteria);
}

/** Keeps the order of the categories, so that equal parts are equal as JSON; empty unless open. */
export function toPart(
  cafeteria: Cafeteria,
  state: CafeteriaState,
  lists: Readonly<Record<string, string[]>>,
): DayPart {
  const served = CATEGORIES[cafeteria]
    .map((category) => [category, lists[category] ?? []] as const)
    .filter(([, dishes]) => state === 'OPEN' && dishes.length > 0);
  return { state, dishes: Object.fromEntries(served) };
}

export function isSamePart(one: DayPart, other: DayPart): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
