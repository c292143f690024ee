import type { KnownTerms } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import type { Term } from '@naru/contract/timetable';

/** Key of a term in addresses and selects, `2026-2`. */
export function termKey({ year, semester }: Term): string {
  return `${year}-${semester}`;
}

export function termOf(key: string): Term {
  const [year, semester] = key.split('-');
  return { year: Number(year), semester: semester === '1' ? 1 : 2 };
}

/** The current term while it has lectures; after them the one that is planned. */
export function shownTerm({ current, planned }: Pick<KnownTerms, 'current' | 'planned'>): Term {
  return current.isOver ? planned : current;
}

export const GRADE_OPTIONS = Array.from({ length: LIMITS.gradeMax }, (_, at) => ({
  value: String(at + 1),
  label: `${at + 1}학년`,
}));
