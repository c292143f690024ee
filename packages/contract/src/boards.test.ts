import { describe, expect, it } from 'vitest';
import {
  BOARD_TYPES,
  BOARDS,
  canWriteInRoom,
  editorRole,
  findBoard,
  isNoticeBoard,
  LECTURE_BOARD_TYPES,
  LECTURE_BOARDS,
  PASTE_ROLE,
  postBoardName,
} from './boards.ts';

describe('BOARDS', () => {
  it('are found by their wire name and by their slug', () => {
    for (const type of BOARD_TYPES) {
      const board = BOARDS[type];
      expect(board.type).toBe(type);
      expect(findBoard(board.slug)).toBe(board);
    }
    expect(findBoard('toString')).toBeNull();
  });

  it('know their behaviour', () => {
    const having = (has: (board: (typeof BOARDS)['FREE']) => boolean) =>
      BOARD_TYPES.filter((type) => has(BOARDS[type]));
    expect(having((board) => board.anonymous)).toEqual(['SECRET']);
    expect(having((board) => board.allowsAnonymous)).toEqual(['FREE', 'REVIEW', 'QNA']);
    expect(having((board) => board.acceptsAnswers)).toEqual(['QNA']);
    expect(having((board) => board.form === 'item')).toEqual(['MARKET']);
    expect(having((board) => board.titlePrefix !== null)).toEqual(['NOTICE']);
    expect(having((board) => board.writeRole === null)).toEqual(['POPULAR']);
    expect(having((board) => editorRole(board) === null)).toEqual(['MARKET', 'POPULAR']);
    expect(having((board) => editorRole(board) === PASTE_ROLE)).toEqual([
      'NOTICE_UNIV',
      'NOTICE_DEPT',
    ]);
  });
});

describe('LECTURE_BOARDS', () => {
  it('know their behaviour', () => {
    const having = (has: (board: (typeof LECTURE_BOARDS)['LECTURE_Q']) => boolean) =>
      LECTURE_BOARD_TYPES.filter((type) => has(LECTURE_BOARDS[type]));
    expect(having((board) => board.answeredByProfessor)).toEqual(['LECTURE_Q']);
    expect(having((board) => board.allowsAnonymous)).toEqual(['LECTURE_Q']);
    expect(having((board) => board.isNotice)).toEqual(['LECTURE_N']);
  });

  it.each([
    [['USER'], false, 0],
    [['STUDENT'], false, 3],
    [['STUDENT'], true, 3],
    [['PROFESSOR'], false, 3],
    [['PROFESSOR'], true, 4],
    [['STUDENT_COUNCIL'], false, 4],
    [['STUDENT_COUNCIL'], true, 4],
  ] as const)('%j, owner %s, may write on %i tabs', (roles, isOwner, count) => {
    const tabs = LECTURE_BOARD_TYPES.filter((type) => canWriteInRoom(type, { isOwner }, roles));
    expect(tabs).toHaveLength(count);
  });
});

describe('isNoticeBoard', () => {
  it('holds for the notice boards and the notice board of a room', () => {
    const types = ['NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT', 'LECTURE_N'] as const;
    for (const type of types) expect(isNoticeBoard(type)).toBe(true);
    for (const type of ['FREE', 'MARKET', 'POPULAR', 'LECTURE_Q'] as const) {
      expect(isNoticeBoard(type)).toBe(false);
    }
  });
});

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

  it('returns distinct names for all boards', () => {
    const names = [...BOARD_TYPES, ...LECTURE_BOARD_TYPES].map(postBoardName);
    expect(new Set(names).size).toBe(names.length);
  });
});
