import type { Role } from '@naru/contract/roles';
import { describe, expect, it } from 'vitest';
import { canManageRoom, isRoomOwner, requireReadable, roomViewer } from './room-access.ts';

const actor = (...roles: Role[]) => ({ memberId: 7, sessionId: 's', roles });
const room = { professorId: 7 };

describe('the owner of a room', () => {
  it.each([
    [['PROFESSOR'], true, true],
    [['PROFESSOR', 'STUDENT_COUNCIL'], true, true],
    [['STUDENT', 'STUDENT_COUNCIL'], true, true],
    [['MANAGER'], true, true],
    [['STUDENT'], false, false],
  ] as const)('with %j: owner %s, answers questions %s', (roles, isOwner, manages) => {
    const member = actor(...roles);
    expect(isRoomOwner(room, member)).toBe(isOwner);
    expect(canManageRoom(room, member)).toBe(manages);
    expect(roomViewer(member).ownerId).toBe(isOwner ? 7 : 0);
  });

  it('is nobody else, and of a room without a professor nobody', () => {
    expect(isRoomOwner({ professorId: 8 }, actor('PROFESSOR'))).toBe(false);
    expect(isRoomOwner({ professorId: null }, actor('PROFESSOR'))).toBe(false);
  });
});

describe('requireReadable', () => {
  it('returns what its room lets the viewer read', () => {
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
