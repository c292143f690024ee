import type { Role } from '@naru/contract/roles';
import { describe, expect, it } from 'vitest';
import { type Authorised, authorise } from './authorised.ts';
import { countedRoles } from './held-back.ts';
import { canManageRoom, isRoomOwner, requireReadable, roomViewer } from './room-access.ts';

it('lets a write statement compile only with a row authorised for that action', () => {
  const update = ({ id }: Authorised<'change', { id: number }>) => id;
  const row = { id: 7, title: '제목' };
  expect(update(authorise('change', row))).toBe(7);
  // @ts-expect-error not authorised
  expect(update(row)).toBe(7);
  // @ts-expect-error authorised for another action
  expect(update(authorise('remove', row))).toBe(7);
});

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
  expect(countedRoles({ roles, lacksRequiredFactor: true })).toEqual({
    roles: left,
    isHeldBack: true,
  });
  expect(countedRoles({ roles, lacksRequiredFactor: false })).toEqual({ roles, isHeldBack: false });
});

it('changes nothing for those below MANAGER [MFA-12]', () => {
  const roles = ['USER', 'PROFESSOR'] as const;
  expect(countedRoles({ roles, lacksRequiredFactor: true })).toEqual({ roles, isHeldBack: false });
});

const actor = (...roles: Role[]) => ({ memberId: 7, sessionId: 's', roles });
const room = { professorId: 7 };

describe('isRoomOwner and canManageRoom', () => {
  it.each([
    [['PROFESSOR'], true, true],
    [['PROFESSOR', 'STUDENT_COUNCIL'], true, true],
    [['STUDENT', 'STUDENT_COUNCIL'], true, true],
    [['MANAGER'], true, true],
    [['STUDENT'], false, false],
  ] as const)('with roles %j: owner %s, manager %s', (roles, isOwner, manages) => {
    const member = actor(...roles);
    expect(isRoomOwner(room, member)).toBe(isOwner);
    expect(canManageRoom(room, member)).toBe(manages);
    expect(roomViewer(member).ownerId).toBe(isOwner ? 7 : 0);
  });

  it('reject other members, and every member in a room without a professor', () => {
    expect(isRoomOwner({ professorId: 8 }, actor('PROFESSOR'))).toBe(false);
    expect(isRoomOwner({ professorId: null }, actor('PROFESSOR'))).toBe(false);
  });
});

describe('requireReadable', () => {
  it('returns a row whose room is open', () => {
    const post = { access: 'open' as const, id: 1 };
    expect(requireReadable(post, 'POST_NOT_FOUND')).toBe(post);
  });

  it.each([
    [null, 'POST_NOT_FOUND'],
    [{ access: 'gone' as const }, 'POST_NOT_FOUND'],
    [{ access: 'closed' as const }, 'LECTURE_MEMBERS_ONLY'],
  ])('refuses %j with %s', (row, code) => {
    expect(() => requireReadable(row, 'POST_NOT_FOUND')).toThrow(expect.objectContaining({ code }));
  });
});
