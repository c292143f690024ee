import { LIMITS } from '@naru/contract/limits';
import { DAYS, type Schedule, slotsOverlap } from '@naru/contract/timetable';

/** Slots lie within hours 0 to 23. */
export const LAST_END = LIMITS.lectureHourMax;
export const LAST_START = LAST_END - 1;

const WEEKDAYS = 5;

export const FIRST_SLOT: Schedule = { dow: 'MONDAY', startTime: 9, endTime: 10 };

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** Moves the start and keeps the duration where the day allows it. */
export function withStart(slot: Schedule, start: number): Schedule {
  const startTime = clamp(start, 0, LAST_START);
  const endTime = clamp(startTime + slot.endTime - slot.startTime, startTime + 1, LAST_END);
  return { ...slot, startTime, endTime };
}

/** Moves the end, at least one hour after the start. */
export function withEnd(slot: Schedule, end: number): Schedule {
  return { ...slot, endTime: clamp(end, slot.startTime + 1, LAST_END) };
}

/** Adds a slot at the same hours on the first weekday where they are free. */
export function addSlot(slots: readonly Schedule[]): Schedule[] {
  if (slots.length >= LIMITS.lectureTimesMax) return [...slots];
  const last = slots.at(-1) ?? FIRST_SLOT;
  const free = DAYS.slice(0, WEEKDAYS)
    .map((dow): Schedule => ({ ...last, dow }))
    .find((slot) => !slots.some((other) => slotsOverlap(slot, other)));
  return [...slots, free ?? last];
}
