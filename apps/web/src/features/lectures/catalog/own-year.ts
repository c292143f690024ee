import type { StudyYear } from '@naru/contract/account';
import type { Lecture } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import { type Schedule, schedulesOverlap } from '@naru/contract/timetable';

/** The year of study that a member has in an academic year, as stated, else as the student number suggests. */
export function yearIn(
  academicYear: number,
  { studyYear, studyYearOf, suggestion, academicYear: suggestedOf }: StudyYear,
): number | null {
  const [year, of] = studyYear === null ? [suggestion, suggestedOf] : [studyYear, studyYearOf];
  if (year === null || of === null) return null;
  const then = year + academicYear - of;
  return then >= 1 && then <= LIMITS.gradeMax ? then : null;
}

/** Of the timetable or the catalogue. */
type Item = { title: string; schedules: readonly Schedule[] };

/** As `course_key` of the server tells sections of one course apart. */
const SECTION = /\s*[-_([]?\s*[0-9A-Za-z]{1,2}\s*분반\s*[)\]]?\s*$/;

function courseOf({ title }: Item): string {
  return title.normalize('NFC').replace(SECTION, '').replaceAll(/\s+/g, '').toLowerCase();
}

/**
 * What can be added of a year of study without a decision: lectures that fit beside what the timetable `has`, need no
 * entry code, and exclude no other of them, by their time or as sections of one course.
 */
export function togetherOf(
  lectures: readonly Lecture[],
  year: number,
  has: readonly Item[],
): Lecture[] {
  const overlaps = (one: Item, other: Item) => schedulesOverlap(one.schedules, other.schedules);
  const excludes = (one: Item, other: Item) =>
    overlaps(one, other) || courseOf(one) === courseOf(other);
  const left = lectures.filter(
    (one) => one.grade === year && one.canRead && !has.some((other) => excludes(one, other)),
  );
  return left.filter((one) => !left.some((other) => one !== other && excludes(one, other)));
}
