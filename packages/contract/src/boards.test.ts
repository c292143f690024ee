import { describe, expect, it } from 'vitest';
import { BOARD_TYPES, LECTURE_BOARD_TYPES, postBoardName } from './boards.ts';

describe('postBoardName', () => {
  it.each([
    ['FREE', '자유게시판'],
    ['free', '자유게시판'],
    ['LECTURE_Q', '강의실 질문'],
    ['LECTURE_N', '강의실 공지사항'],
    ['OF_A_LATER_VERSION', '게시판'],
  ])('calls %s %s', (type, name) => {
    expect(postBoardName(type)).toBe(name);
  });

  it('calls no two boards the same', () => {
    const names = [...BOARD_TYPES, ...LECTURE_BOARD_TYPES].map(postBoardName);
    expect(new Set(names).size).toBe(names.length);
  });
});
