import type { Role } from './roles.ts';

/** Boards a member can open under /main/community/{slug}. Upper case on the wire (decisions 9). */
export const BOARD_TYPES = [
  'NOTICE',
  'NOTICE_SC',
  'NOTICE_UNIV',
  'NOTICE_DEPT',
  'FREE',
  'SECRET',
  'REVIEW',
  'QNA',
  'MARKET',
  'POPULAR',
] as const;

export type BoardType = (typeof BOARD_TYPES)[number];

/** Letter of the international maritime signal flag that stands for the board. */
export type FlagLetter = 'N' | 'Q' | 'F' | 'S' | 'R' | 'M' | 'P' | 'D' | 'U' | 'C';

export interface Board {
  type: BoardType;
  slug: string;
  name: string;
  flag: FlagLetter;
  group: 'notice' | 'community' | 'market';
  /** Lowest role that may write (spec 6); null: nobody writes there (a computed list). */
  writeRole: Role | null;
  /** Authors are hidden from everyone (spec 6). */
  anonymous: boolean;
}

/** Every board with its display name (spec 2) and its writing role (spec 6). */
export const BOARDS: Record<BoardType, Board> = {
  NOTICE: board('NOTICE', '조교 공지', 'N', 'notice', 'MANAGER'),
  NOTICE_SC: board('NOTICE_SC', '학생회 공지', 'C', 'notice', 'STUDENT_COUNCIL'),
  NOTICE_UNIV: board('NOTICE_UNIV', '학교 공지', 'U', 'notice', 'SYSTEM'),
  NOTICE_DEPT: board('NOTICE_DEPT', '학과 공지', 'D', 'notice', 'SYSTEM'),
  FREE: board('FREE', '자유게시판', 'F', 'community', 'STUDENT'),
  SECRET: { ...board('SECRET', '비밀게시판', 'S', 'community', 'STUDENT'), anonymous: true },
  REVIEW: board('REVIEW', '후기게시판', 'R', 'community', 'STUDENT'),
  QNA: board('QNA', '질문게시판', 'Q', 'community', 'STUDENT'),
  MARKET: board('MARKET', '책방', 'M', 'market', 'STUDENT'),
  POPULAR: board('POPULAR', '인기글', 'P', 'community', null),
};

/** Boards of a lecture room, in the order of its tabs (spec 2, 9). */
export const LECTURE_BOARD_TYPES = ['LECTURE_Q', 'LECTURE_R', 'LECTURE_REF', 'LECTURE_N'] as const;

export type LectureBoardType = (typeof LECTURE_BOARD_TYPES)[number];

export interface LectureBoard {
  type: LectureBoardType;
  /** Label of the tab, and the category of a post. */
  name: string;
  /** What stands for it in an address. */
  slug: string;
}

export const LECTURE_BOARDS: Record<LectureBoardType, LectureBoard> = {
  LECTURE_Q: { type: 'LECTURE_Q', name: '질문', slug: 'questions' },
  LECTURE_R: { type: 'LECTURE_R', name: '후기', slug: 'reviews' },
  LECTURE_REF: { type: 'LECTURE_REF', name: '자료실', slug: 'materials' },
  LECTURE_N: { type: 'LECTURE_N', name: '공지사항', slug: 'notices' },
};

/** Boards whose posts link to the original page of the school or the department (spec 2). */
export const HOMEPAGE_LINK_LABELS: Partial<Record<BoardType, string>> = {
  NOTICE_UNIV: '학교 홈페이지에서 보기',
  NOTICE_DEPT: '학과 홈페이지에서 보기',
};

/** Prefix of a new post's title on the assistants' notice board (spec 5, decisions 59). */
export const NOTICE_PREFIX = '<전학년>';

/** Name shown for every author of an anonymous post (spec 6). */
export const ANONYMOUS_NAME = '익명';
/** Name shown for the post's author in the thread below an anonymous post (decisions 48). */
export const ANONYMOUS_AUTHOR_NAME = '글쓴이';
/** Name shown for a member whose account is gone (decisions 157). */
export const WITHDRAWN_NAME = '탈퇴한 회원';
/** Name shown to somebody for the members it blocks (decisions 107). */
export const BLOCKED_NAME = '차단한 회원';

/** The board of a slug or wire name in either case, or null when there is none (decisions 12). */
export function findBoard(value: string): Board | null {
  const type = value.toUpperCase();
  return BOARD_TYPES.some((known) => known === type) ? BOARDS[type as BoardType] : null;
}

/** Any place a post stands in: a board, or a board of a lecture room. */
export const POST_BOARD_TYPES = [...BOARD_TYPES, ...LECTURE_BOARD_TYPES] as const;

export type PostBoardType = (typeof POST_BOARD_TYPES)[number];

export function isLectureBoard(type: PostBoardType): type is LectureBoardType {
  return type in LECTURE_BOARDS;
}

/**
 * The name of the board of a wire name wherever a post stands outside its board. A board of a lecture
 * room says so: its tab alone, as 질문, would be mistaken for another board.
 */
export function postBoardName(type: string): string {
  const board = findBoard(type);
  if (board) return board.name;
  const lectureBoard = findLectureBoard(type);
  return lectureBoard ? `강의실 ${lectureBoard.name}` : '게시판';
}

/** The lecture board of a wire name in either case, of a tab's label or slug; null for others. */
export function findLectureBoard(value: string): LectureBoard | null {
  const upper = value.toUpperCase();
  const lower = value.toLowerCase();
  return (
    LECTURE_BOARD_TYPES.map((type) => LECTURE_BOARDS[type]).find(
      (known) => known.type === upper || known.slug === lower || known.name === value,
    ) ?? null
  );
}

function board(
  type: BoardType,
  name: string,
  flag: FlagLetter,
  group: Board['group'],
  writeRole: Role | null,
): Board {
  return { type, slug: type.toLowerCase(), name, flag, group, writeRole, anonymous: false };
}
