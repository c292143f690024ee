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

/** Times of lectures and private entries are multiples of it. */
export const MINUTE_STEP = 5;

/** A weekly slot, end exclusive. */
export interface Schedule {
  dow: Day;
  /** Hour of the day in which it starts, 0 to 22. */
  startTime: number;
  /** Hour of the day, 1 to 23, by which it has ended. */
  endTime: number;
  /** Minute of the day at which it starts; missing at the full hour. */
  startMinute?: number | undefined;
  /** Minute of the day at which it ends; missing at the full hour. */
  endMinute?: number | undefined;
}

/** The slot between two minutes of a day. */
export function scheduleAt(dow: Day, from: number, to: number): Schedule {
  return {
    dow,
    startTime: Math.floor(from / 60),
    endTime: Math.ceil(to / 60),
    ...(from % 60 !== 0 && { startMinute: from }),
    ...(to % 60 !== 0 && { endMinute: to }),
  };
}

/** The minute of the day at which a slot starts. */
export function startOf(slot: Pick<Schedule, 'startTime' | 'startMinute'>): number {
  return slot.startMinute ?? slot.startTime * 60;
}

/** The minute of the day at which a slot ends. */
export function endOf(slot: Pick<Schedule, 'endTime' | 'endMinute'>): number {
  return slot.endMinute ?? slot.endTime * 60;
}

/** `09:00` of a minute of the day. */
export function clockText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Orders slots by day and start. */
export function compareSlots(a: Schedule, b: Schedule): number {
  return DAYS.indexOf(a.dow) - DAYS.indexOf(b.dow) || startOf(a) - startOf(b);
}

/** 2026년 2학기 */
export function termName({ year, semester }: Term): string {
  return `${year}년 ${semester}학기`;
}

/** True when two slots share a minute; the end is exclusive. */
export function slotsOverlap(a: Schedule, b: Schedule): boolean {
  return a.dow === b.dow && startOf(a) < endOf(b) && startOf(b) < endOf(a);
}

export function schedulesOverlap(a: readonly Schedule[], b: readonly Schedule[]): boolean {
  return a.some((slot) => b.some((other) => slotsOverlap(slot, other)));
}

/** Hours per week, rounded: the credits of a lecture without explicit credits. */
export function scheduleHours(schedules: readonly Schedule[]): number {
  const minutes = schedules.reduce((sum, slot) => sum + endOf(slot) - startOf(slot), 0);
  return Math.round(minutes / 60);
}
