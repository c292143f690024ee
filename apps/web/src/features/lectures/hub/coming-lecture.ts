import { DAYS, startOf } from '@naru/contract/timetable';
import { type Entry, entriesOf, type TimetableLecture } from '../timetable/entries.ts';
import type { WeekTime } from './next-lecture.ts';

export type ComingLecture<L extends TimetableLecture> = Entry<L> & {
  /** 1 is tomorrow, 7 the same day of the next week. */
  inDays: number;
};

/** The first lecture of the seven days after today. */
export function findComingLecture<L extends TimetableLecture>(
  lectures: readonly L[],
  { dow }: Pick<WeekTime, 'dow'>,
): ComingLecture<L> | null {
  const today = DAYS.indexOf(dow);
  const coming = entriesOf(lectures).map((entry) => {
    const days = (DAYS.indexOf(entry.slot.dow) - today + DAYS.length) % DAYS.length;
    return { ...entry, inDays: days === 0 ? DAYS.length : days };
  });
  const [first] = coming.sort((a, b) => a.inDays - b.inDays || startOf(a.slot) - startOf(b.slot));
  return first ?? null;
}
