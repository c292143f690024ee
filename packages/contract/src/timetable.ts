/** Days on the wire, Monday first; index + 1 is the number in the database. */
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

export const DAY_NAMES: Record<Day, string> = {
  MONDAY: '월',
  TUESDAY: '화',
  WEDNESDAY: '수',
  THURSDAY: '목',
  FRIDAY: '금',
  SATURDAY: '토',
  SUNDAY: '일',
};

/** Period n begins at hour n + 8. */
export const PERIOD_OFFSET = 8;
/** Number of timetable rows that are always shown. */
export const PERIODS = 10;

/** The eight colours offered for a lecture; any other `#rrggbb` is valid too. */
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

/** A weekly slot: whole hours of 0 to 23, end exclusive. */
export interface Schedule {
  dow: Day;
  startTime: number;
  endTime: number;
}

/** 2026년 2학기 */
export function termName({ year, semester }: Term): string {
  return `${year}년 ${semester}학기`;
}

/** True when two slots share an hour; the end is exclusive. */
export function slotsOverlap(a: Schedule, b: Schedule): boolean {
  return a.dow === b.dow && a.startTime < b.endTime && b.startTime < a.endTime;
}

export function schedulesOverlap(a: readonly Schedule[], b: readonly Schedule[]): boolean {
  return a.some((slot) => b.some((other) => slotsOverlap(slot, other)));
}

/** Hours per week: the credits of a lecture without explicit credits. */
export function scheduleHours(schedules: readonly Schedule[]): number {
  return schedules.reduce((sum, slot) => sum + slot.endTime - slot.startTime, 0);
}
