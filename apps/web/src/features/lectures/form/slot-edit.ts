import { LIMITS } from '@naru/contract/limits';
import { DAYS, type Schedule, slotsOverlap } from '@naru/contract/timetable';

/** Hours 0 to 23, the end after the start. */
export const LAST_END = LIMITS.lectureHourMax;
export const LAST_START = LAST_END - 1;

const WEEKDAYS = 5;

export const FIRST_SLOT: Schedule = { dow: 'MONDAY', startTime: 9, endTime: 10 };

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Another start moves the end along, so that the length stays; it ends at 23 at the latest. */
export function withStart(slot: Schedule, start: number): Schedule {
  const startTime = within(start, 0, LAST_START);
  const endTime = within(startTime + slot.endTime - slot.startTime, startTime + 1, LAST_END);
  return { ...slot, startTime, endTime };
}

/** An end that is not after the start becomes the next full hour. */
export function withEnd(slot: Schedule, end: number): Schedule {
  return { ...slot, endTime: within(end, slot.startTime + 1, LAST_END) };
}

/** One more slot: the same hours on the first weekday that is still free of them. */
export function addSlot(slots: readonly Schedule[]): Schedule[] {
  if (slots.length >= LIMITS.lectureTimesMax) return [...slots];
  const last = slots.at(-1) ?? FIRST_SLOT;
  const free = DAYS.slice(0, WEEKDAYS)
    .map((dow): Schedule => ({ ...last, dow }))
    .find((slot) => !slots.some((other) => slotsOverlap(slot, other)));
  return [...slots, free ?? last];
}
