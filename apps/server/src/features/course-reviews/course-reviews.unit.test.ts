import type { Role } from '@naru/contract/roles';
import { describe, expect, it } from 'vitest';
import { isTeacher, mayReview, obstacleOf, wasTaken } from './course-reviews.policy.ts';
import type { GroupRow } from './course-reviews.repo.ts';
import { shownTerms, sumsOf } from './course-reviews.sums.ts';

describe('who reviews', () => {
  describe('who reviews and who teaches', () => {
    it.each<[Role[], boolean, boolean]>([
      [['USER'], false, false],
      [['USER', 'STUDENT'], true, false],
      [['USER', 'PROFESSOR'], false, true],
      [['USER', 'STUDENT', 'PROFESSOR'], false, true],
      [['USER', 'MANAGER'], true, false],
      [['USER', 'PROFESSOR', 'MANAGER'], false, false],
    ])('%j', (roles, reviews, teaches) => {
      expect([mayReview(roles), isTeacher(roles)]).toEqual([reviews, teaches]);
    });
  });

  describe('wasTaken', () => {
    const term = { year: 2026, semester: 1 as const };
    const lastDay = () => '2026-06-20';
    it.each([
      ['marked on the last day', '2026-06-20T23:59:00+09:00', '2026-06-21', true],
      ['marked after it', '2026-06-21T00:00:00+09:00', '2026-06-22', false],
      ['asked on the last day', '2026-03-02T00:00:00+09:00', '2026-06-20', false],
    ])('%s', (_name, markedAt, today, expected) => {
      expect(wasTaken({ ...term, markedAt: new Date(markedAt) }, today, lastDay)).toBe(expected);
    });
  });

  describe('obstacleOf', () => {
    const at = new Date(0);
    const open = { deletedAt: null, blindedAt: null };
    it.each([
      [
        'removed, also of a professor',
        'PROFESSOR',
        { ...open, deletedAt: at, blindedAt: at },
        true,
        'REMOVED',
      ],
      ['blinded', 'STUDENT', { ...open, blindedAt: at }, true, 'BLINDED'],
      ['a professor', 'PROFESSOR', null, true, 'ROLE'],
      ['not taken', 'STUDENT', null, false, 'NOT_TAKEN'],
      ['taken', 'STUDENT', null, true, null],
      ['changed', 'STUDENT', open, true, null],
    ] as const)('%s', (_name, role, own, hasTaken, expected) => {
      expect(obstacleOf([role], { own, hasTaken })).toBe(expected);
    });
  });
});

describe('sums', () => {
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
});
