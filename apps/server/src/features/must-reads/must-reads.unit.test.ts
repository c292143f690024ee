import { describe, expect, it } from 'vitest';
import { actorOf, refusalOf } from '../../testing/refusal.ts';
import { authoriseWatching } from './must-reads.policy.ts';
import { CSV_START, csvLine, presentReader } from './must-reads.present.ts';

describe('who marks a notice', () => {
  const notice = {
    id: 1,
    boardType: 'NOTICE_SC',
    authorId: 7,
    isOpen: true,
    isForGroups: false,
  } as const;
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

  it.each([
    ['STUDENT_COUNCIL', false],
    ['MANAGER', true],
    ['ADMIN', true],
    ['SYSTEM', true],
  ] as const)('%s names the readers of one for groups: %s [NOTIF-388]', (role, isNamed) => {
    for (const memberId of [7, 8]) {
      const groups = authoriseWatching({ ...notice, isForGroups: true }, actorOf(memberId, role));
      expect(groups.isNamed).toBe(isNamed);
      expect(authoriseWatching(notice, actorOf(memberId, role)).isNamed).toBe(true);
    }
  });
});

describe('a reader of a must-read notice', () => {
  type Row = Parameters<typeof presentReader>[0];
  const row = {
    id: 7,
    nickname: '등대',
    name: '김등대',
    username: '20261234',
    year: 3,
    confirmedAt: new Date('2026-11-20T00:00:05Z'),
  } as Row;

  it('has a name and a number for an ADMIN only', () => {
    const seen = presentReader(row, actorOf(1, 'ADMIN'));
    expect(seen).toEqual({ ...row, confirmedAt: '2026-11-20T09:00:05+09:00' });
    const other = presentReader(
      { ...row, confirmedAt: null } as unknown as Row,
      actorOf(1, 'MANAGER'),
    );
    expect(other).toEqual({ ...row, name: null, username: null, confirmedAt: null });
  });

  it('is a line of a table', () => {
    const quoted = (...cells: string[]) => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`;
    const head = quoted('학년', '닉네임', '이름', '학번(교번)', '확인', '확인한 시각');
    expect(CSV_START).toBe(`\ufeff${head}`);
    const line = (confirmedAt: Date | null, more: object = {}) =>
      csvLine(
        presentReader({ ...row, confirmedAt, ...more } as unknown as Row, actorOf(1, 'ADMIN')),
      );
    const time = '2026-11-20 09:00:05';
    const known = ['등대', '김등대', '20261234'];
    expect(line(row.confirmedAt)).toBe(quoted('3학년', ...known, '확인', time));
    expect(line(null, { year: null })).toBe(quoted('밝히지 않음', ...known, '아직', ''));
    const staff = csvLine(presentReader(row, actorOf(1, 'MANAGER')));
    expect(staff).toBe(quoted('3학년', '등대', '', '', '확인', time));
  });
});
