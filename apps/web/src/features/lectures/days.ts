import {
  clockText,
  compareSlots,
  DAY_NAMES,
  type Day,
  endOf,
  PERIOD_OFFSET,
  PERIODS,
  type Schedule,
  startOf,
} from '@naru/contract/timetable';

export const FIRST_HOUR = PERIOD_OFFSET + 1;
export const LAST_HOUR = FIRST_HOUR + PERIODS;

/** `월요일` */
export function dayName(day: Day): string {
  return `${DAY_NAMES[day]}요일`;
}

/** Period 1 to 10; null outside of them. */
export function periodOf(hour: number): number | null {
  const period = hour - PERIOD_OFFSET;
  return period >= 1 && period <= PERIODS ? period : null;
}

/** `09:00` */
export function formatHour(hour: number): string {
  return clockText(hour * 60);
}

/** `09:00~10:15` */
export function formatHours(slot: Omit<Schedule, 'dow'>): string {
  return `${clockText(startOf(slot))}~${clockText(endOf(slot))}`;
}

/** `1교시`, `1-2교시`; null when the slot exceeds the periods or has minutes. */
export function formatPeriods(slot: Omit<Schedule, 'dow'>): string | null {
  const isWhole = startOf(slot) % 60 === 0 && endOf(slot) % 60 === 0;
  const first = periodOf(slot.startTime);
  const last = periodOf(slot.endTime - 1);
  if (!isWhole || first === null || last === null) return null;
  return first === last ? `${first}교시` : `${first}-${last}교시`;
}

/** `월 09:00~11:00, 수 10:30~11:45` in the order of the week; `시간 미정` without any. */
export function formatSchedules(schedules: readonly Schedule[]): string {
  if (schedules.length === 0) return '시간 미정';
  const inOrder = [...schedules].sort(compareSlots);
  return inOrder.map((slot) => `${DAY_NAMES[slot.dow]} ${formatHours(slot)}`).join(', ');
}
