import { expect, it } from 'vitest';
import { withoutStaffRoles } from './held-back.ts';

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
  expect(withoutStaffRoles(roles)).toEqual(left);
});
