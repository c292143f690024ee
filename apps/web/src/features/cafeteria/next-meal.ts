import type { CafeteriaDay } from '@naru/contract/cafeteria';
import { STUDENT_CATEGORIES } from '@naru/contract/cafeteria-choices';
import { addDays, CATEGORY_LABELS, weekdayOf } from './cafeteria-days.ts';

/** A day with the next one after it on which a cafeteria cooks. */
export type MealDay = CafeteriaDay & { next?: CafeteriaDay | undefined };

/** In minutes since midnight: until when the meals are served, and from when they interest. */
const LUNCH = { from: 11 * 60, until: 14 * 60 };
const DINNER = { from: 17 * 60, until: 19 * 60 };
const TOMORROW = 24 * 60;

export type NextMeal = {
  /** yyyy-mm-dd */
  day: string;
  /** When it begins, in minutes since midnight today. */
  at: number;
  /** `점심`, `저녁`, `내일`, `월요일`. */
  label: string;
  /** `정식 제육볶음, 된장국` */
  text: string;
};

/**
 * The meal to think of now: lunch until 14:00, then dinner, after it and on days without them the lunch of the next
 * day that has one. Staff get the menu of their own cafeteria first.
 */
export function nextMeal(
  today: MealDay,
  { minutes, isStaff }: { minutes: number; isStaff: boolean },
): NextMeal | null {
  const lunch = minutes < LUNCH.until ? lunchOf(today, isStaff) : null;
  if (lunch !== null) return { day: today.date, at: LUNCH.from, label: '점심', text: lunch };
  const dinner = minutes < DINNER.until ? dinnerOf(today) : null;
  if (dinner !== null) return { day: today.date, at: DINNER.from, label: '저녁', text: dinner };
  const text = today.next ? lunchOf(today.next, isStaff) : null;
  if (text === null || today.next === undefined) return null;
  const { date } = today.next;
  const label = date === addDays(today.date, 1) ? '내일' : `${weekdayOf(date)}요일`;
  return { day: date, at: TOMORROW, label, text };
}

function lunchOf(day: CafeteriaDay, isStaff: boolean): string | null {
  const [first, second] = isStaff ? [staffLunch, studentLunch] : [studentLunch, staffLunch];
  return first(day) ?? second(day) ?? (day.staffState === 'OPEN' ? dinnerOf(day) : null);
}

function studentLunch({ studentState, studentCafeteria }: CafeteriaDay): string | null {
  const served = STUDENT_CATEGORIES.find((category) => studentCafeteria[category].length > 0);
  if (studentState !== 'OPEN' || served === undefined) return null;
  return `${CATEGORY_LABELS[served]} ${studentCafeteria[served].join(', ')}`;
}

function staffLunch({ staffState, staffCafeteria }: CafeteriaDay): string | null {
  return staffState === 'OPEN' ? ofStaff(staffCafeteria.LUNCH) : null;
}

function dinnerOf({ staffState, staffCafeteria }: CafeteriaDay): string | null {
  return staffState === 'OPEN' ? ofStaff(staffCafeteria.DINNER) : null;
}

function ofStaff(dishes: readonly string[]): string | null {
  return dishes.length > 0 ? `교직원식당 ${dishes.join(', ')}` : null;
}
