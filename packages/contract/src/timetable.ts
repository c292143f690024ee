/** Days on the wire, Monday first. Their place plus one is the number in the database. */
export const DAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;
export type Day = (typeof DAYS)[number];

/** Short Korean names of the days. */
export const DAY_NAMES: Record<Day, string> = {
  MONDAY: '월',
  TUESDAY: '화',
  WEDNESDAY: '수',
  THURSDAY: '목',
  FRIDAY: '금',
  SATURDAY: '토',
  SUNDAY: '일',
};

/** Period n begins at the hour n + 8. */
export const PERIOD_OFFSET = 8;
/** Rows that the timetable always shows. */
export const PERIODS = 10;

/** The eight colours offered for a lecture; any other `#rrggbb` may be chosen too. */
export const THEME_PALETTE = [
  '#cfe2ff',
  '#cdeeea',
  '#ffe3d6',
  '#fbeec2',
  '#e3dcfb',
  '#ffd9e3',
  '#d8f0cd',
  '#dfe5ec',
] as const;

export type Semester = 1 | 2;

/** A half of the academic year; the second one ends in February of the following year. */
export interface Term {
  year: number;
  semester: Semester;
}

/** When a lecture is held: whole hours of 0 to 23, the end not included. */
export interface Schedule {
  dow: Day;
  startTime: number;
  endTime: number;
}

/** 2026년 2학기 */
export function termName({ year, semester }: Term): string {
  return `${year}년 ${semester}학기`;
}

/** True when two slots share an hour; one may begin at the hour at which the other ends. */
export function slotsOverlap(a: Schedule, b: Schedule): boolean {
  return a.dow === b.dow && a.startTime < b.endTime && b.startTime < a.endTime;
}

/** True when any slot of one lecture shares an hour with any of another. */
export function schedulesOverlap(a: readonly Schedule[], b: readonly Schedule[]): boolean {
  return a.some((slot) => b.some((other) => slotsOverlap(slot, other)));
}

/** Hours a week; they are the credits when a lecture tells none. */
export function scheduleHours(schedules: readonly Schedule[]): number {
  return schedules.reduce((sum, slot) => sum + slot.endTime - slot.startTime, 0);
}
