import { describe, expect, it } from 'vitest';
import { highestRole, sortRoles } from './roles.ts';

describe('sortRoles', () => {
  it('puts the known roles from lowest to highest, each once', () => {
    expect(sortRoles(['ADMIN', 'USER', 'STUDENT', 'USER', 'CAPTAIN'])).toEqual([
      'USER',
      'STUDENT',
      'ADMIN',
    ]);
  });
});

describe('highestRole', () => {
  it.each([
    [['USER', 'MANAGER', 'STUDENT'], 'MANAGER'],
    [['CAPTAIN'], 'USER'],
    [[], 'USER'],
  ])('of %j is %s', (roles, highest) => {
    expect(highestRole(roles)).toBe(highest);
  });
});
