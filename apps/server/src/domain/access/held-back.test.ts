import { expect, it } from 'vitest';
import { countedRoles } from './held-back.ts';

it.each([
  [
    ['USER', 'MANAGER'],
    ['USER', 'STUDENT'],
  ],
  [
    ['USER', 'PROFESSOR', 'ADMIN'],
    ['USER', 'STUDENT', 'PROFESSOR'],
  ],
  [
    ['USER', 'STUDENT', 'STUDENT_COUNCIL', 'SYSTEM'],
    ['USER', 'STUDENT', 'STUDENT_COUNCIL'],
  ],
] as const)('%j count as %j without a second factor [MFA-12]', (roles, left) => {
  expect(countedRoles({ roles, lacksAskedFactor: true })).toEqual({
    roles: left,
    isHeldBack: true,
  });
  expect(countedRoles({ roles, lacksAskedFactor: false })).toEqual({ roles, isHeldBack: false });
});

it('changes nothing for those below MANAGER [MFA-12]', () => {
  const roles = ['USER', 'PROFESSOR'] as const;
  expect(countedRoles({ roles, lacksAskedFactor: true })).toEqual({ roles, isHeldBack: false });
});
