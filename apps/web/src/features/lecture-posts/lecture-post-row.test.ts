import { describe, expect, it } from 'vitest';
import { daysSince, waitingLabel } from './lecture-post-row.tsx';
import { writableBoards } from './write-rights.ts';

const NOW = Date.parse('2026-11-20T12:00:00+09:00');

describe('waitingLabel', () => {
  it.each([
    ['2026-11-20T11:59:00+09:00', '오늘 질문'],
    ['2026-11-19T12:01:00+09:00', '오늘 질문'],
    ['2026-11-19T12:00:00+09:00', '1일째 대기'],
    ['2026-11-10T12:00:00+09:00', '10일째 대기'],
    ['2026-11-21T12:00:00+09:00', '오늘 질문'],
    ['no date', '오늘 질문'],
  ])('asked at %s: %s', (asked, label) => {
    expect(waitingLabel(daysSince(asked, NOW))).toBe(label);
  });
});

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
