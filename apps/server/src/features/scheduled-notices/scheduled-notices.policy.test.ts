import { expect, it } from 'vitest';
import { actorOf, refusalOf } from '../../testing/refusal.ts';
import { authoriseSchedule, schedulableBoards } from './scheduled-notices.policy.ts';

it.each([
  ['STUDENT', []],
  ['STUDENT_COUNCIL', ['NOTICE_SC']],
  ['MANAGER', ['NOTICE', 'NOTICE_SC']],
  ['SYSTEM', ['NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT']],
] as const)('%s schedules on %j', (role, boards) => {
  expect(schedulableBoards(actorOf(1, role))).toEqual(boards);
});

it.each([
  ['FREE', 'SYSTEM', 'BOARD_NOT_WRITABLE'],
  ['POPULAR', 'SYSTEM', 'BOARD_NOT_WRITABLE'],
  ['NOTICE', 'STUDENT_COUNCIL', 'WRITE_DENIED'],
  ['NOTICE', 'MANAGER', null],
] as const)('authoriseSchedule on %s for %s: %s', (board, role, code) => {
  expect(refusalOf(() => authoriseSchedule(board, actorOf(1, role)))).toBe(code);
});
