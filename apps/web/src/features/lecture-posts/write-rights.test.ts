import { describe, expect, it } from 'vitest';
import { writableBoards } from './write-rights.ts';

const room = { canRead: true, isOwner: false };

describe('writableBoards', () => {
  it.each([
    [['USER'], room, 0],
    [['STUDENT'], room, 3],
    [['PROFESSOR'], room, 3],
    [['PROFESSOR'], { ...room, isOwner: true }, 4],
    [['STUDENT'], { ...room, isOwner: true }, 3],
    [['STUDENT', 'PROFESSOR', 'STUDENT_COUNCIL'], room, 4],
    [['STUDENT_COUNCIL'], room, 4],
    [['ADMIN'], { ...room, canRead: false }, 0],
  ] as const)('%j in %j may write on %i tabs [ROOM-01]', (roles, lecture, count) => {
    expect(writableBoards(lecture, roles)).toHaveLength(count);
  });
});
