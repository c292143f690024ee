import {
  type CourseSums,
  EXAMS,
  GRADINGS,
  STARS_MAX,
  type TermSums,
  WORKLOADS,
} from '@naru/contract/course-reviews';
import { LIMITS } from '@naru/contract/limits';
import type { GroupRow } from './course-reviews.repo.ts';

const LEAST = LIMITS.courseReviewsShown;
const STARS = Array.from({ length: STARS_MAX }, (_, index) => index + 1);

export function countOf(rows: readonly GroupRow[]): number {
  return rows.reduce((sum, { total }) => sum + total, 0);
}

/** Needs at least one row. */
export function sumsOf(rows: readonly GroupRow[]): CourseSums {
  const total = countOf(rows);
  const spread = <K extends keyof GroupRow>(key: K, values: readonly GroupRow[K][]) =>
    values.map((value) => countOf(rows.filter((row) => row[key] === value)));
  const points = rows.reduce((sum, row) => sum + row.stars * row.total, 0);
  return {
    count: total,
    average: Math.round((points / total) * 10) / 10,
    stars: spread('stars', STARS),
    workload: spread('workload', WORKLOADS),
    grading: spread('grading', GRADINGS),
    exams: spread('exams', EXAMS),
  };
}

/**
 * The terms whose sums may be shown, newest first: each has enough reviews, and so have all others together,
 * because what is left after subtracting the shown terms from the course is as readable as they are.
 */
export function shownTerms(rows: readonly GroupRow[]): TermSums[] {
  const keyOf = ({ year, semester }: GroupRow) => year * 10 + semester;
  const terms = new Map(rows.map((row) => [keyOf(row), row]));
  const shown = [...terms]
    .map(([key, { year, semester }]) => {
      return { year, semester, ...sumsOf(rows.filter((row) => keyOf(row) === key)) };
    })
    .filter(({ count }) => count >= LEAST)
    .toSorted((a, b) => b.count - a.count || b.year - a.year || b.semester - a.semester);
  let rest = countOf(rows) - shown.reduce((sum, { count }) => sum + count, 0);
  while (rest > 0 && rest < LEAST) {
    rest += shown.pop()?.count ?? LEAST;
  }
  return shown.toSorted((a, b) => b.year - a.year || b.semester - a.semester);
}
