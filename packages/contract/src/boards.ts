import { canOwnRooms, hasRole, type Role } from './roles.ts';

/** Letter of the international maritime signal flag of the board. */
export type FlagLetter = 'N' | 'Q' | 'F' | 'S' | 'R' | 'T' | 'M' | 'H' | 'P' | 'D' | 'U' | 'C';

/** Everything that differs between boards is a field here. */
interface BoardTraits {
  name: string;
  flag: FlagLetter;
  group: 'notice' | 'community' | 'market';
  /** Lowest role that may write; null: read-only (a computed list). */
  writeRole: Role | null;
  /** Authors are hidden from every viewer. */
  anonymous: boolean;
  /** The author of a post may choose to be hidden, where an ADMIN allows it. */
  allowsAnonymous: boolean;
  /** `item`: a market item with one picture, written in a dialog; `petition`: with signatures and an owed answer. */
  form: 'article' | 'item' | 'petition';
  /** The author of a post marks one comment as the answer. */
  acceptsAnswers: boolean;
  /** Prepended to the title of a new post that does not start with it. */
  titlePrefix: string | null;
  /** Label of the link from a post to its original page on another site. */
  homepageLabel: string | null;
  /** Author shown for notices that an ADMIN copied from another site. */
  sourceName: string | null;
  /** A post may name the lecture that it is about. */
  tagsLecture: boolean;
  /** An ADMIN may set heads, of which a post has one; not where posts are copied or items. */
  takesHeads: boolean;
  /** A post recruits a team: members apply, and its author accepts them. */
  recruits: boolean;
}

const article = {
  anonymous: false,
  allowsAnonymous: false,
  form: 'article',
  acceptsAnswers: false,
  titlePrefix: null,
  homepageLabel: null,
  sourceName: null,
  tagsLecture: false,
  takesHeads: true,
  recruits: false,
} as const;
const notice = { ...article, group: 'notice' } as const;
const community = { ...article, group: 'community', writeRole: 'STUDENT' } as const;

/** Boards under /main/community/{slug} in display order. Upper case on the wire. */
const TRAITS = {
  NOTICE: {
    ...notice,
    name: '조교 공지',
    flag: 'N',
    writeRole: 'MANAGER',
    titlePrefix: '<전학년>',
  },
  NOTICE_SC: { ...notice, name: '학생회 공지', flag: 'C', writeRole: 'STUDENT_COUNCIL' },
  NOTICE_UNIV: {
    ...notice,
    name: '학교 공지',
    flag: 'U',
    writeRole: 'SYSTEM',
    homepageLabel: '학교 홈페이지에서 보기',
    sourceName: '학교 홈페이지',
    takesHeads: false,
  },
  NOTICE_DEPT: {
    ...notice,
    name: '학과 공지',
    flag: 'D',
    writeRole: 'SYSTEM',
    homepageLabel: '학과 홈페이지에서 보기',
    sourceName: '학과 홈페이지',
    takesHeads: false,
  },
  FREE: { ...community, name: '자유게시판', flag: 'F', allowsAnonymous: true },
  SECRET: { ...community, name: '비밀게시판', flag: 'S', anonymous: true },
  REVIEW: {
    ...community,
    name: '후기게시판',
    flag: 'R',
    allowsAnonymous: true,
    tagsLecture: true,
  },
  QNA: {
    ...community,
    name: '질문게시판',
    flag: 'Q',
    allowsAnonymous: true,
    acceptsAnswers: true,
  },
  TEAM: { ...community, name: '팀 모집', flag: 'T', takesHeads: false, recruits: true },
  MARKET: {
    ...community,
    group: 'market',
    name: '책방',
    flag: 'M',
    form: 'item',
    tagsLecture: true,
    takesHeads: false,
  },
  PETITION: { ...community, name: '청원', flag: 'H', form: 'petition', takesHeads: false },
  POPULAR: { ...community, name: '인기글', flag: 'P', writeRole: null, takesHeads: false },
} satisfies Record<string, BoardTraits>;

export type BoardType = keyof typeof TRAITS;

/** Boards whose posts have heads. */
export type HeadBoard = {
  [Type in BoardType]: (typeof TRAITS)[Type]['takesHeads'] extends true ? Type : never;
}[BoardType];

export interface Board extends BoardTraits {
  type: BoardType;
  slug: string;
}

export const BOARD_TYPES = typesOf(TRAITS);

export const BOARDS = Object.fromEntries(
  BOARD_TYPES.map((type) => [type, { ...TRAITS[type], type, slug: type.toLowerCase() }]),
) as Record<BoardType, Board>;

/** Boards whose new posts members may follow; those of notice boards reach everybody anyway. */
export const FOLLOWED_BOARDS: readonly BoardType[] = BOARD_TYPES.filter(
  (type) => BOARDS[type].group !== 'notice' && BOARDS[type].writeRole !== null,
);

/** Boards on which an ADMIN may let the authors of posts choose to be hidden. */
export const ANONYMOUS_CHOICE_BOARDS: readonly BoardType[] = BOARD_TYPES.filter(
  (type) => BOARDS[type].allowsAnonymous,
);

/** Whether a member may pin posts of a board: on notice boards who writes there, else MANAGER. */
export function canPin({ group, form, writeRole }: Board, roles: readonly Role[]): boolean {
  if (writeRole === null || form !== 'article') return false;
  const required = writeRole === 'SYSTEM' ? 'ADMIN' : writeRole;
  return hasRole(roles, group === 'notice' ? required : 'MANAGER');
}

/** Whether posts of a board may have files; those of an anonymous board could name their author. */
export function takesFiles({ anonymous, form, writeRole }: Board): boolean {
  return !anonymous && form !== 'item' && writeRole !== null;
}

/**
 * Whether a member may remove comments of others below a post: MANAGER and above, the professor of
 * its lecture room, and the council below the notices of its board.
 */
export function canModerateThread(
  type: PostBoardType,
  { isOwnRoom }: { isOwnRoom: boolean },
  roles: readonly Role[],
): boolean {
  if (isOwnRoom || hasRole(roles, 'MANAGER')) return true;
  const isCouncilBoard = !isLectureBoard(type) && BOARDS[type].writeRole === 'STUDENT_COUNCIL';
  return isCouncilBoard && hasRole(roles, 'STUDENT_COUNCIL');
}

/** Lowest role that may copy notices of another site to a board with a `sourceName`. */
export const PASTE_ROLE: Role = 'ADMIN';

/** Lowest role that may open the editor of a board; null for computed lists, and for items, which have a dialog. */
export function editorRole({ writeRole, form, sourceName }: Board): Role | null {
  if (writeRole === null || form === 'item') return null;
  return sourceName === null ? writeRole : PASTE_ROLE;
}

interface LectureBoardTraits {
  /** Label of the tab, and the category of a post. */
  name: string;
  /** Path segment of the board. */
  slug: string;
  /** Lowest role that may write besides the professor of the room. */
  writeRole: Role;
  /** Its posts are questions with one official answer. */
  answeredByProfessor: boolean;
  /** The author may choose to be anonymous. */
  allowsAnonymous: boolean;
  /** Every member of the room is notified of a post, and the post is never masked for blocks. */
  isNotice: boolean;
  /** Also lists the community posts that name the lecture. */
  listsTaggedPosts: boolean;
}

const tab = {
  writeRole: 'STUDENT',
  answeredByProfessor: false,
  allowsAnonymous: false,
  isNotice: false,
  listsTaggedPosts: false,
} as const;

/** Boards of a lecture room, in tab order. */
const LECTURE_TRAITS = {
  LECTURE_Q: {
    ...tab,
    name: '질문',
    slug: 'questions',
    answeredByProfessor: true,
    allowsAnonymous: true,
  },
  LECTURE_R: { ...tab, name: '후기', slug: 'reviews', listsTaggedPosts: true },
  LECTURE_REF: { ...tab, name: '자료실', slug: 'materials' },
  LECTURE_N: {
    ...tab,
    name: '공지사항',
    slug: 'notices',
    writeRole: 'STUDENT_COUNCIL',
    isNotice: true,
  },
} satisfies Record<string, LectureBoardTraits>;

export type LectureBoardType = keyof typeof LECTURE_TRAITS;

export interface LectureBoard extends LectureBoardTraits {
  type: LectureBoardType;
}

export const LECTURE_BOARD_TYPES = typesOf(LECTURE_TRAITS);

export const LECTURE_BOARDS = Object.fromEntries(
  LECTURE_BOARD_TYPES.map((type) => [type, { ...LECTURE_TRAITS[type], type }]),
) as Record<LectureBoardType, LectureBoard>;

/** Whether a member may write on a tab of a room that it may read. */
export function canWriteInRoom(
  type: LectureBoardType,
  { isOwner }: { isOwner: boolean },
  roles: readonly Role[],
): boolean {
  return (isOwner && canOwnRooms(roles)) || hasRole(roles, LECTURE_BOARDS[type].writeRole);
}

/** Display name of every author of an anonymous post. */
export const ANONYMOUS_NAME = '익명';
/** Display name of the post's author in the thread below an anonymous post. */
export const ANONYMOUS_AUTHOR_NAME = '글쓴이';
/** Display name of a withdrawn member. */
export const WITHDRAWN_NAME = '탈퇴한 회원';
/** Display name of members that the viewer blocks. */
export const BLOCKED_NAME = '차단한 회원';

/** Finds a board by its slug or by its wire name in either case. */
export function findBoard(value: string): Board | null {
  const type = value.toUpperCase();
  return BOARD_TYPES.some((known) => known === type) ? BOARDS[type as BoardType] : null;
}

/** The boards of posts: community boards and boards of lecture rooms. */
export const POST_BOARD_TYPES = [...BOARD_TYPES, ...LECTURE_BOARD_TYPES] as const;

export type PostBoardType = (typeof POST_BOARD_TYPES)[number];

export function isLectureBoard(type: PostBoardType): type is LectureBoardType {
  return type in LECTURE_BOARDS;
}

/** Notices reach every member, even those who block the author. */
export function isNoticeBoard(type: PostBoardType): boolean {
  return isLectureBoard(type) ? LECTURE_BOARDS[type].isNotice : BOARDS[type].group === 'notice';
}

/**
 * Display name of a board outside of it. Boards of lecture rooms are marked as such: the bare tab
 * label 질문 would be mistaken for another board.
 */
export function postBoardName(type: string): string {
  const board = findBoard(type);
  if (board) return board.name;
  const lectureBoard = findLectureBoard(type);
  return lectureBoard ? `강의실 ${lectureBoard.name}` : '게시판';
}

/** Finds a lecture board by wire name in either case, tab label or slug. */
export function findLectureBoard(value: string): LectureBoard | null {
  const upper = value.toUpperCase();
  const lower = value.toLowerCase();
  return (
    LECTURE_BOARD_TYPES.map((type) => LECTURE_BOARDS[type]).find(
      (known) => known.type === upper || known.slug === lower || known.name === value,
    ) ?? null
  );
}

function typesOf<T extends string>(traits: Record<T, unknown>) {
  return Object.keys(traits) as unknown as readonly [T, ...T[]];
}
