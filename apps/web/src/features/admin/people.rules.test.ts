import type { Role } from '@naru/contract/roles';
import { describe, expect, it } from 'vitest';
import {
  BLOCKS,
  findGrantBlock,
  findMemberBlock,
  findRevokeBlock,
  findSuspendBlock,
} from './people.rules.ts';

const person = (id: number, ...roles: Role[]) => ({ id, roles: ['USER' as const, ...roles] });
const admin = person(1, 'ADMIN');
const system = person(2, 'SYSTEM');
const student = person(3, 'STUDENT');

describe('people.rules', () => {
  it('blocks changes of the own roles [ADMIN-04]', () => {
    expect(findMemberBlock(admin, admin)).toBe(BLOCKS.self);
    expect(findGrantBlock(admin, admin, 'MANAGER')).toBe(BLOCKS.self);
    expect(findSuspendBlock(admin, admin)).toBe(BLOCKS.suspendSelf);
  });

  it('blocks the role SYSTEM for every actor [ADMIN-05]', () => {
    expect(findGrantBlock(system, student, 'SYSTEM')).toBe(BLOCKS.system);
    expect(findRevokeBlock(system, person(9, 'SYSTEM'), 'SYSTEM')).toBe(BLOCKS.system);
  });

  it('blocks changes of a higher rank [ADMIN-06]', () => {
    expect(findMemberBlock(admin, system)).toBe(BLOCKS.higher);
    expect(findRevokeBlock(admin, system, 'STUDENT')).toBe(BLOCKS.higher);
    expect(findGrantBlock(admin, student, 'ADMIN')).toBeNull();
  });

  it('keeps the base role, revokes only held roles and grants only new ones [ADMIN-08]', () => {
    expect(findRevokeBlock(admin, student, 'USER')).toBe(BLOCKS.base);
    expect(findRevokeBlock(admin, student, 'MANAGER')).toBe(BLOCKS.notHeld);
    expect(findRevokeBlock(admin, student, 'STUDENT')).toBeNull();
    expect(findGrantBlock(admin, student, 'STUDENT')).toBe(BLOCKS.held);
    expect(findGrantBlock(admin, student, 'MANAGER')).toBeNull();
  });

  it('allows to suspend lower ranks only [MOD-03]', () => {
    expect(findSuspendBlock(admin, person(8, 'ADMIN'))).toBe(BLOCKS.suspendRank);
    expect(findSuspendBlock(admin, student)).toBeNull();
    expect(findSuspendBlock(system, person(8, 'ADMIN'))).toBeNull();
  });
});
