import { expect, it } from 'vitest';
import { actorOf, refusalOf } from '../../testing/refusal.ts';
import { authoriseWatching } from './must-reads.policy.ts';

const notice = { id: 1, boardType: 'NOTICE_SC', authorId: 7, isOpen: true } as const;
const free = { ...notice, boardType: 'FREE' } as const;

it.each([
  ['a missing one', null, actorOf(7, 'ADMIN'), 'POST_NOT_FOUND'],
  [
    'one of a lecture room',
    { ...notice, boardType: 'LECTURE_N' },
    actorOf(7, 'ADMIN'),
    'POST_NOT_FOUND',
  ],
  ['staff of the board', notice, actorOf(8, 'STUDENT_COUNCIL'), null],
  ['somebody else', notice, actorOf(8, 'PROFESSOR'), 'PERMISSION_DENIED'],
  ['its demoted author', notice, actorOf(7, 'STUDENT'), 'PERMISSION_DENIED'],
  ['its author', free, actorOf(7, 'STUDENT'), null],
  ['its author who may not write any more', free, actorOf(7, 'USER'), 'PERMISSION_DENIED'],
  ['a reader', free, actorOf(8, 'STUDENT'), 'PERMISSION_DENIED'],
  [
    'a computed list',
    { ...notice, boardType: 'POPULAR' },
    actorOf(7, 'SYSTEM'),
    'PERMISSION_DENIED',
  ],
  [
    'one that asks nobody',
    { ...notice, isOpen: false },
    actorOf(8, 'MANAGER'),
    'MUST_READ_NOT_ASKED',
  ],
] as const)('authoriseWatching for %s', (_name, head, actor, code) => {
  expect(refusalOf(() => authoriseWatching(head, actor))).toBe(code);
});
