import { LIMITS } from '@naru/contract/limits';
import { addDays } from '../cafeteria-days.ts';

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
    monday >= addDays(today, -LIMITS.cafeteriaEditDays) &&
    addDays(monday, WEEK - 1) <= addDays(today, LIMITS.cafeteriaEditDays)
  );
}

/** `11월 16일 ~ 11월 22일`. */
export function nameOfWeek(monday: string): string {
  const name = (day: string) => `${Number(day.slice(5, 7))}월 ${Number(day.slice(8))}일`;
  return `${name(monday)} ~ ${name(addDays(monday, WEEK - 1))}`;
}
