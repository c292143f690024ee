import type { Role } from '@naru/contract/roles';
import { describe, expect, it } from 'vitest';
import { isTeacher, mayReview, obstacleOf, wasTaken } from './course-reviews.policy.ts';

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
