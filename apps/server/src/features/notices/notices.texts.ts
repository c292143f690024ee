import {
  BOARDS,
  isLectureBoard,
  type PostBoardType,
  postBoardName,
  WITHDRAWN_NAME,
} from '@naru/contract/boards';
import { cutGraphemes } from '@naru/contract/text';

/** Graphemes of a title inside a sentence. */
const TITLE_MAX = 50;

/** What a sentence is about. `actor` is null where nobody may be named (decisions 50). */
export interface Subject {
  title: string;
  actor: string | null;
}

/** Name for a sentence about an open post. */
export function actorName(nickname: string | null): string {
  return nickname === null ? WITHDRAWN_NAME : `${nickname}님`;
}

/** Where a notice leads; built here only, from ids and the board's own slug or the room (quality RD-02). */
export function postUrl(
  { id, boardType, lectureId }: { id: number; boardType: PostBoardType; lectureId: number | null },
  commentId?: number,
): string {
  const anchor = commentId === undefined ? '' : `#comment-${commentId}`;
  if (isLectureBoard(boardType)) return `/main/study-dashboard/${lectureId}/${id}${anchor}`;
  return `/main/community/${BOARDS[boardType].slug}/post/${id}${anchor}`;
}

export const NOTICE_TEXTS = {
  comment: ({ title, actor }: Subject) =>
    actor === null
      ? `${about(title)}에 새 댓글이 달렸습니다.`
      : `${about(title)}에 ${actor}이 댓글을 남겼습니다.`,
  reply: ({ title, actor }: Subject) =>
    actor === null
      ? `${about(title)}의 내 댓글에 새 답글이 달렸습니다.`
      : `${about(title)}의 내 댓글에 ${actor}이 답글을 남겼습니다.`,
  postLike: ({ title, actor }: Subject, likes: number) =>
    `${about(title)}을 ${likers(actor, likes)} 좋아합니다.`,
  commentLike: ({ title, actor }: Subject, likes: number) =>
    `${about(title)}의 내 댓글을 ${likers(actor, likes)} 좋아합니다.`,
  accepted: ({ title }: Subject) => `${about(title)}에 남긴 내 답변이 채택되었습니다.`,
  posted: (boardType: PostBoardType, title: string) =>
    `${postBoardName(boardType)} ${about(title)}이 올라왔습니다.`,
  answered: ({ title }: Subject) => `${about(title)}에 답변이 등록되었습니다.`,
  roomQuestion: (room: string, title: string) =>
    `'${cutGraphemes(room, TITLE_MAX)}' 강의실에 새 질문이 올라왔습니다: ${cutGraphemes(title, TITLE_MAX)}`,
  roomNotice: (room: string, title: string) =>
    `'${cutGraphemes(room, TITLE_MAX)}' 강의실에 새 공지사항이 올라왔습니다: ${cutGraphemes(title, TITLE_MAX)}`,
  newDevice: '새 기기에서 로그인했습니다. 본인이 아니라면 비밀번호를 바꿔 주세요.',
  refreshReused:
    '로그인 정보가 다른 곳에서 쓰여 그 기기를 로그아웃했습니다. 본인이 아니라면 비밀번호를 바꿔 주세요.',
  passwordChanged: '비밀번호가 변경되었습니다. 본인이 아니라면 비밀번호를 다시 바꿔 주세요.',
  emailChanged: '이메일이 변경되었습니다. 본인이 아니라면 학부사무실에 알려 주세요.',
} as const;

/** The particles of every sentence follow the word 글. */
function about(title: string): string {
  return `'${cutGraphemes(title, TITLE_MAX)}' 글`;
}

function likers(actor: string | null, likes: number): string {
  if (actor === null) return `${Math.max(1, likes)}명이`;
  return likes > 1 ? `${actor} 외 ${likes - 1}명이` : `${actor}이`;
}
