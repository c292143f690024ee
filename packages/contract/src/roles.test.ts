import { describe, expect, it } from 'vitest';
import { canAnswerQuestions, hasRole, highestRole, isProfessor, sortRoles } from './roles.ts';

describe('roles', () => {
  it('are sorted by rank, without unknown names [ROLE-01]', () => {
    expect(sortRoles(['ADMIN', 'CAPTAIN', 'USER', 'PROFESSOR'])).toEqual([
      'USER',
      'PROFESSOR',
      'ADMIN',
    ]);
    expect(sortRoles([])).toEqual([]);
  });

  it('pass a check at or above their rank [ROLE-01]', () => {
    expect(highestRole(['STUDENT', 'MANAGER', 'CAPTAIN'])).toBe('MANAGER');
    expect(highestRole([])).toBe('USER');
    expect(hasRole(['STUDENT_COUNCIL'], 'PROFESSOR')).toBe(true);
    expect(hasRole(['STUDENT'], 'PROFESSOR')).toBe(false);
  });

  it.each([
    [['USER', 'STUDENT'], false, false],
    [['USER', 'PROFESSOR'], true, true],
    [['USER', 'STUDENT_COUNCIL'], false, false],
    [['USER', 'PROFESSOR', 'STUDENT_COUNCIL'], true, true],
    [['USER', 'MANAGER'], false, true],
    [['ADMIN'], false, true],
  ])('%j: professor %s, sees waiting questions %s', (roles, professor, answers) => {
    expect(isProfessor(roles)).toBe(professor);
    expect(canAnswerQuestions(roles)).toBe(answers);
  });
});
