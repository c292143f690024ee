import type { Schedule } from '@naru/contract/timetable';

export type TimetableLecture = { id: number; schedules: readonly Schedule[] };

/** One slot of a lecture. */
export type Entry<L extends TimetableLecture> = { lecture: L; slot: Schedule };

export function entriesOf<L extends TimetableLecture>(lectures: readonly L[]): Entry<L>[] {
  return lectures.flatMap((lecture) => lecture.schedules.map((slot) => ({ lecture, slot })));
}
