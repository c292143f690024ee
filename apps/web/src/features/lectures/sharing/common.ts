import type { BusyPerson } from '@naru/contract/shared-timetables';
import {
  DAYS,
  type Day,
  endOf,
  type Schedule,
  scheduleAt,
  startOf,
} from '@naru/contract/timetable';

/** The part of a day in which free time counts, in minutes. */
export const DAY_START = 9 * 60;
export const DAY_END = 21 * 60;

const WEEKDAYS = 5;
/** Shorter gaps between lectures are breaks. */
const SHORTEST = 15;

/** A part of a day in which the same people are busy. */
export type Span = Schedule & { busy: readonly string[] };

/** Monday to Friday, and weekend days on which somebody is busy. */
export function comparedDays(people: readonly BusyPerson[]): readonly Day[] {
  const used = DAYS.slice(WEEKDAYS).filter((day) =>
    people.some(({ busy }) => busy.some((slot) => slot.dow === day)),
  );
  return [...DAYS.slice(0, WEEKDAYS), ...used];
}

/** Splits a day where somebody begins or ends to be busy. */
export function spansOf(people: readonly BusyPerson[], day: Day): Span[] {
  const slots = people.flatMap(({ nickname, busy }) =>
    busy.filter(({ dow }) => dow === day).map((slot) => ({ slot, nickname })),
  );
  const edges = slots.flatMap(({ slot }) => [startOf(slot), endOf(slot)]);
  const times = [DAY_START, ...edges.filter(isInside), DAY_END].sort((a, b) => a - b);
  return times.flatMap((from, at) => {
    const to = times[at + 1];
    if (to === undefined || to === from) return [];
    const busy = slots.filter(({ slot }) => startOf(slot) < to && endOf(slot) > from);
    return { ...scheduleAt(day, from, to), busy: busy.map(({ nickname }) => nickname) };
  });
}

function isInside(minute: number): boolean {
  return minute > DAY_START && minute < DAY_END;
}

/** The spans in which nobody is busy, without breaks. */
export function freeSpans(people: readonly BusyPerson[], day: Day): Span[] {
  return spansOf(people, day).filter(
    (span) => span.busy.length === 0 && endOf(span) - startOf(span) >= SHORTEST,
  );
}
