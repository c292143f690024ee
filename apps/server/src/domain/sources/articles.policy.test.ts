import { expect, it } from 'vitest';
import { refusalOf } from '../../testing/refusal.ts';
import { authoriseImportedPin, requireSourceBoard } from './articles.policy.ts';

it.each([
  ['NOTICE_DEPT', null, null],
  ['NOTICE_SC', 'BOARD_NOT_WRITABLE', null],
  ['FREE', 'BOARD_NOT_WRITABLE', null],
  ['MARKET', 'BOARD_NOT_WRITABLE', 'BOARD_NOT_WRITABLE'],
  ['POPULAR', 'BOARD_NOT_WRITABLE', 'BOARD_NOT_WRITABLE'],
] as const)('an importer on %s writes: %s, pins: %s', (board, writes, pins) => {
  expect(refusalOf(() => requireSourceBoard(board))).toBe(writes);
  expect(refusalOf(() => authoriseImportedPin(1, board))).toBe(pins);
});
