import { describe, expect, it } from 'vitest';
import { actorOf, refusalOf } from '../../testing/refusal.ts';
import {
  authoriseAnswer,
  authoriseChange,
  authoriseWrite,
  requireInRoom,
} from './lecture-posts.policy.ts';

type Head = Parameters<typeof authoriseChange>[0];

const self = { memberId: 7, seal: Buffer.from('7') };
const head = {
  id: 1,
  boardType: 'LECTURE_Q',
  lectureId: 3,
  professorId: 9,
  authorId: 7,
  authorSeal: null,
  isBlinded: false,
  access: 'open',
} as unknown as Head;

describe('authoriseWrite', () => {
  it.each([
    ['LECTURE_N', actorOf(9, 'PROFESSOR'), null],
    ['LECTURE_N', actorOf(8, 'PROFESSOR'), 'WRITE_DENIED'],
    ['LECTURE_Q', actorOf(7, 'STUDENT'), null],
    ['LECTURE_Q', actorOf(7, 'USER'), 'WRITE_DENIED'],
  ] as const)('on %s by %j: %s', (boardType, actor, code) => {
    expect(refusalOf(() => authoriseWrite(boardType, head, actor))).toBe(code);
  });
});

describe('requireInRoom', () => {
  it.each([
    ['a post of the room', head, 3, null],
    ['one of another room', head, 4, 'POST_NOT_FOUND'],
    ['none', null, 3, 'POST_NOT_FOUND'],
    ['one of a closed room', { ...head, access: 'closed' }, 3, 'LECTURE_MEMBERS_ONLY'],
  ])('%s', (_name, one, room, code) => {
    expect(refusalOf(() => requireInRoom(one as Head | null, room))).toBe(code);
  });
});

describe('authoriseChange', () => {
  const student = actorOf(7, 'STUDENT');
  it.each([
    ['the author', head, 'LECTURE_Q', student, null],
    ['somebody else', { ...head, authorId: 8 }, 'LECTURE_Q', student, 'PERMISSION_DENIED'],
    [
      'the author of a blinded post',
      { ...head, isBlinded: true },
      'LECTURE_Q',
      student,
      'CONTENT_BLINDED',
    ],
    ['the author to another board', head, 'LECTURE_REF', student, 'VALIDATION_FAILED'],
    ['an author who may not write any more', head, 'LECTURE_Q', actorOf(7, 'USER'), 'WRITE_DENIED'],
  ] as const)('by %s', (_name, one, boardType, actor, code) => {
    const change = () => authoriseChange(one as Head, boardType, actor, self);
    expect(refusalOf(change)).toBe(code);
    if (code !== 'VALIDATION_FAILED') return;
    expect(change).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'boardType' })] }),
    );
  });
});

describe('authoriseAnswer', () => {
  it.each([
    ['the professor of the room', head, actorOf(9, 'PROFESSOR'), null],
    ['a MANAGER', head, actorOf(1, 'MANAGER'), null],
    ['another professor', head, actorOf(1, 'PROFESSOR'), 'PERMISSION_DENIED'],
    [
      'the professor below a notice',
      { ...head, boardType: 'LECTURE_N' },
      actorOf(9, 'PROFESSOR'),
      'VALIDATION_FAILED',
    ],
  ])('by %s', (_name, one, actor, code) => {
    const answer = () => authoriseAnswer(one as Head, actor);
    expect(refusalOf(answer)).toBe(code);
    if (code === 'VALIDATION_FAILED') expect(answer).toThrow('질문에만 답변할 수 있습니다.');
  });
});
