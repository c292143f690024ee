import { type PostBoardType, postBoardName, WITHDRAWN_NAME } from '@naru/contract/boards';
import { ROLE_TITLES, type Role } from '@naru/contract/roles';
import { cutGraphemes } from '@naru/contract/text';

/** Graphemes. */
const TITLE_MAX = 50;

const cut = (title: string) => cutGraphemes(title, TITLE_MAX);
/** Ends in 글, so that the particle after it never depends on the title. */
const about = (title: string) => `'${cut(title)}' 글`;
const aboutInquiry = (title: string) => `'${cut(title)}' 문의`;
const inLecture = (lecture: string) => `'${cut(lecture)}' 강의실에`;
const changed = (isGrant: boolean) => (isGrant ? '부여' : '회수');

export function actorName(nickname: string | null): string {
  return nickname === null ? WITHDRAWN_NAME : `${nickname}님`;
}

/** `actor` is null on anonymous posts. */
function likers(actor: string | null, likes: number): string {
  if (actor === null) return `${Math.max(1, likes)}명이`;
  return likes > 1 ? `${actor} 외 ${likes - 1}명이` : `${actor}이`;
}

export interface RoleChangeFacts {
  role: Role;
  isGrant: boolean;
  /** Username of the member whose role changed. */
  username: string;
  /** Username of the admin. */
  by: string;
}

export const TEXTS = {
  comment: (title: string, actor: string | null) =>
    actor === null
      ? `${about(title)}에 새 댓글이 달렸습니다.`
      : `${about(title)}에 ${actor}이 댓글을 남겼습니다.`,
  reply: (title: string, actor: string | null) =>
    actor === null
      ? `${about(title)}의 내 댓글에 새 답글이 달렸습니다.`
      : `${about(title)}의 내 댓글에 ${actor}이 답글을 남겼습니다.`,
  postLiked: (title: string, actor: string | null, likes: number) =>
    `${about(title)}을 ${likers(actor, likes)} 좋아합니다.`,
  commentLiked: (title: string, actor: string | null, likes: number) =>
    `${about(title)}의 내 댓글을 ${likers(actor, likes)} 좋아합니다.`,
  answerAccepted: (title: string) => `${about(title)}에 남긴 내 답변이 채택되었습니다.`,
  noticePosted: (board: PostBoardType, title: string) =>
    `${postBoardName(board)} ${about(title)}이 올라왔습니다.`,
  lectureNoticePosted: (lecture: string, title: string) =>
    `${inLecture(lecture)} 새 공지사항이 올라왔습니다: ${cut(title)}`,
  questionAsked: (lecture: string, title: string) =>
    `${inLecture(lecture)} 새 질문이 올라왔습니다: ${cut(title)}`,
  questionAnswered: (title: string) => `${about(title)}에 답변이 등록되었습니다.`,
  friendRequested: (nickname: string) => `${nickname}님이 친구 요청을 보냈습니다.`,
  friendAccepted: (nickname: string) => `${nickname}님과 친구가 되었습니다.`,
  newDevice: '새 기기에서 로그인했습니다. 본인이 아니라면 비밀번호를 바꿔 주세요.',
  sessionEnded:
    '로그인 정보가 다른 곳에서 쓰여 그 기기를 로그아웃했습니다. 본인이 아니라면 비밀번호를 바꿔 주세요.',
  passwordChanged: '비밀번호가 변경되었습니다. 본인이 아니라면 비밀번호를 다시 바꿔 주세요.',
  emailChanged: '이메일이 변경되었습니다. 본인이 아니라면 학부사무실에 알려 주세요.',
  inquiryCompleted: (title: string) => `${aboutInquiry(title)}에 답변이 등록되었습니다.`,
  inquiryFollowedUp: (title: string) => `${aboutInquiry(title)}에 추가 답변이 등록되었습니다.`,
  ownRoleChanged: ({ role, isGrant }: RoleChangeFacts) =>
    `${ROLE_TITLES[role]} 권한이 ${changed(isGrant)}되었습니다.`,
  memberRoleChanged: ({ role, isGrant, username, by }: RoleChangeFacts) =>
    `${username} 회원의 ${ROLE_TITLES[role]} 권한을 ${by} 관리자가 ${changed(isGrant)}했습니다.`,
  suspended: (until: string) => `${until}까지 이용이 정지되었습니다.`,
  suspensionLifted: '이용 정지가 해제되었습니다.',
  revealRequested: '익명 글의 작성자 확인 요청이 결정을 기다리고 있습니다.',
  revealApproved: '작성자 확인 요청이 승인되었습니다.',
  revealRejected: '작성자 확인 요청이 거절되었습니다.',
} as const;
