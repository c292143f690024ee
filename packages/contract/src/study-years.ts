import { LIMITS } from './limits.ts';

/** Years of study that a notice can be for. */
export const STUDY_YEARS = Array.from({ length: LIMITS.studyYears }, (_, index) => index + 1);

/** The academic year of a Korean day (YYYY-MM-DD): it begins in March. */
export function academicYearOf(day: string): number {
  const year = Number(day.slice(0, 4));
  return Number(day.slice(5, 7)) < 3 ? year - 1 : year;
}

/**
 * The academic year for which people state a year of study on a Korean day: in January and February the one that
 * begins in March, as lists of the new classes are made then.
 */
export function statedAcademicYear(day: string): number {
  return Number(day.slice(0, 4));
}

/**
 * The year of study that a student number suggests, whose first four digits are the year of entry;
 * null for another number. A leave of absence makes it too high.
 */
export function guessStudyYear(username: string, academicYear: number): number | null {
  const entry = /^\d{4}(?=\d{4,}$)/.exec(username)?.[0];
  if (entry === undefined) return null;
  const year = academicYear - Number(entry) + 1;
  return STUDY_YEARS.includes(year) ? year : null;
}
