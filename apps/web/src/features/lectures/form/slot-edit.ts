import { LIMITS } from '@naru/contract/limits';
import {
  DAYS,
  endOf,
  MINUTE_STEP,
  type Schedule,
  scheduleAt,
  slotsOverlap,
  startOf,
} from '@naru/contract/timetable';

/** Slots lie within hours 0 to 23; minutes of the day. */
export const LAST_END = LIMITS.lectureHourMax * 60;
export const LAST_START = LAST_END - MINUTE_STEP;

const WEEKDAYS = 5;

export const FIRST_SLOT: Schedule = { dow: 'MONDAY', startTime: 9, endTime: 10 };

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** Moves the start to a minute of the day and keeps the duration where the day allows it. */
export function withStart(slot: Schedule, start: number): Schedule {
  const from = clamp(start, 0, LAST_START);
  const to = clamp(from + endOf(slot) - startOf(slot), from + MINUTE_STEP, LAST_END);
  return scheduleAt(slot.dow, from, to);
}

/** Moves the end to a minute of the day after the start. */
export function withEnd(slot: Schedule, end: number): Schedule {
  const from = startOf(slot);
  return scheduleAt(slot.dow, from, clamp(end, from + MINUTE_STEP, LAST_END));
}

/** Adds a slot at the same time on the first weekday where it is free. */
export function addSlot(
  slots: readonly Schedule[],
  max: number = LIMITS.lectureTimesMax,
): Schedule[] {
  if (slots.length >= max) return [...slots];
  const last = slots.at(-1) ?? FIRST_SLOT;
  const free = DAYS.slice(0, max > WEEKDAYS ? DAYS.length : WEEKDAYS)
    .map((dow): Schedule => ({ ...last, dow }))
    .find((slot) => !slots.some((other) => slotsOverlap(slot, other)));
  return [...slots, free ?? last];
}
