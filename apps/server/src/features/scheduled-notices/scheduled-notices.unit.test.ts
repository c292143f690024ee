import { describe, expect, it } from 'vitest';
import { actorOf, refusalOf } from '../../testing/refusal.ts';
import { authoriseSchedule, schedulableBoards } from './scheduled-notices.policy.ts';
import { presentScheduled } from './scheduled-notices.present.ts';

describe('who schedules', () => {
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
});

describe('presentation', () => {
  const at = new Date('2026-11-20T00:00:00Z');
  const row = { body: { title: '공지' }, publishAt: at, nickname: '조교', withdrawnAt: null };
  const present = (body: object) =>
    presentScheduled({ ...row, body: { title: '공지', ...body } } as never);
  it('shows the years and the end that a scheduled notice has', () => {
    expect(present({})).toMatchObject({ expiresAt: null, years: [], authorNickname: '조교' });
    const limited = present({ years: [2], expiresAt: '2026-12-01T00:00:00Z' });
    expect(limited).toMatchObject({ expiresAt: '2026-12-01T09:00:00+09:00', years: [2] });
  });
});
