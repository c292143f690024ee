import { describe, expect, it } from 'vitest';
import { actorOf, refusalOf } from '../../testing/refusal.ts';
import {
  authoriseEdit,
  authoriseRemoval,
  requireComment,
  requireThread,
} from './comments.policy.ts';

const comment = {
  id: 1,
  isAuthor: true,
  isBlinded: false,
  access: 'open',
  boardType: 'FREE',
  isOwnRoom: false,
} as const;
const foreign = { ...comment, isAuthor: false } as const;

describe('requireThread', () => {
  const board = { lectureId: null, access: 'open' } as const;
  const room = { lectureId: 3, access: 'open' } as const;
  it.each([
    [board, 'board', null],
    [room, 'room', null],
    [board, 'room', 'POST_NOT_FOUND'],
    [room, 'board', 'POST_NOT_FOUND'],
    [null, 'board', 'POST_NOT_FOUND'],
    [null, 'room', 'POST_NOT_FOUND'],
    [{ ...room, access: 'gone' }, 'room', 'POST_NOT_FOUND'],
    [{ ...room, access: 'closed' }, 'room', 'LECTURE_MEMBERS_ONLY'],
  ] as const)('%j at %s: %s', (thread, location, code) => {
    expect(refusalOf(() => requireThread(thread, location))).toBe(code);
  });
});

describe('authoriseEdit', () => {
  it.each([
    ['the author', comment, null],
    ['the author in a room that closed to them', { ...comment, access: 'closed' }, null],
    ['the author in a room that is gone', { ...comment, access: 'gone' }, 'COMMENT_NOT_FOUND'],
    ['the author of a blinded one', { ...comment, isBlinded: true }, 'CONTENT_BLINDED'],
    ['somebody else', foreign, 'PERMISSION_DENIED'],
    ['somebody outside of the room', { ...foreign, access: 'closed' }, 'LECTURE_MEMBERS_ONLY'],
    ['nobody', null, 'COMMENT_NOT_FOUND'],
  ] as const)('by %s', (_name, one, code) => {
    expect(refusalOf(() => authoriseEdit(one))).toBe(code);
    if (one === null) expect(refusalOf(() => requireComment(one))).toBe(code);
  });
});

describe('authoriseRemoval', () => {
  it.each([
    ['the author', comment, actorOf(1, 'USER'), null],
    ['a council member', foreign, actorOf(1, 'STUDENT_COUNCIL'), 'PERMISSION_DENIED'],
    [
      'a council member below its notice',
      { ...foreign, boardType: 'NOTICE_SC' },
      actorOf(1, 'STUDENT_COUNCIL'),
      null,
    ],
    ['a MANAGER', foreign, actorOf(1, 'MANAGER'), null],
    [
      'the professor of the room',
      { ...foreign, boardType: 'LECTURE_Q', isOwnRoom: true },
      actorOf(1, 'PROFESSOR'),
      null,
    ],
    ['nobody', null, actorOf(1, 'SYSTEM'), 'COMMENT_NOT_FOUND'],
  ] as const)('by %s', (_name, one, actor, code) => {
    expect(refusalOf(() => authoriseRemoval(actor, one))).toBe(code);
  });
});
