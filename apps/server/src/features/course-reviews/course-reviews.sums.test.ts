import { describe, expect, it } from 'vitest';
import type { GroupRow } from './course-reviews.repo.ts';
import { shownTerms, sumsOf } from './course-reviews.sums.ts';

const row = (year: number, total: number, more: Partial<GroupRow> = {}): GroupRow => ({
  ...{ year, semester: 1, stars: 4, workload: 'FAIR', grading: 'FAIR', exams: 'TWO', total },
  ...more,
});
const yearsOf = (rows: GroupRow[]) => shownTerms(rows).map(({ year, count }) => [year, count]);

describe('sumsOf', () => {
  it('counts every choice, and averages the stars to one decimal', () => {
    const rows = [row(2024, 2), row(2025, 1, { stars: 1, workload: 'HEAVY', exams: 'NONE' })];
    expect(sumsOf(rows)).toEqual({
      count: 3,
      average: 3,
      stars: [1, 0, 0, 2, 0],
      workload: [0, 2, 1],
      grading: [0, 3, 0],
      exams: [1, 0, 2, 0],
    });
    expect(sumsOf([row(2024, 2, { stars: 5 }), row(2024, 1)]).average).toBe(4.7);
  });
});

describe('shownTerms', () => {
  it('shows terms with three reviews, newest first [LECT-171]', () => {
    expect(yearsOf([row(2023, 3), row(2025, 4)])).toEqual([
      [2025, 4],
      [2023, 3],
    ]);
    expect(yearsOf([row(2023, 2), row(2024, 1), row(2025, 3)])).toEqual([[2025, 3]]);
    expect(yearsOf([row(2023, 2), row(2024, 2)])).toEqual([]);
  });

  it('hides a further term rather than let the rest be computed [LECT-171]', () => {
    expect(yearsOf([row(2024, 1), row(2025, 3)])).toEqual([]);
    expect(yearsOf([row(2023, 4), row(2024, 1), row(2025, 3)])).toEqual([[2023, 4]]);
  });
});
