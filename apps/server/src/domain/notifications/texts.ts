import { postBoardName, WITHDRAWN_NAME } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { ROLE_TITLES, type Role } from '@naru/contract/roles';
import { cutGraphemes } from '@naru/contract/text';
import type { ContentAction, HandledContent } from '../moderation/staff-actions.ts';
import {
  type AnswerDebt,
  debtText,
  type PetitionProgress,
  petitionText,
} from './petition-texts.ts';
import type { PostRef } from './targets.ts';

export interface PostFacts {
  post: PostRef;
}
interface CommentFacts extends PostFacts {
  commentId: number;
  /** Null on anonymous posts. */
  actor: string | null;
}
export interface InquiryFacts {
  inquiryId: number;
  title: string;
}
export interface RoleChangeFacts {
  role: Role;
  isGrant: boolean;
  /** Username of the member whose role changed. */
  username: string;
  /** Username of the admin. */
  by: string;
}

export interface SourceFacts {
  sourceId: number;
  title: string;
}

/** REMOVED: the author removed a member who was accepted. */
export type TeamOutcome = 'ACCEPTED' | 'DECLINED' | 'ENDED' | 'REMOVED';
interface BookingFacts {
  name: string;
  /** When it begins. */
  when: string;
}

interface WorkFacts {
  /** All of the kind that wait, with the new one. */
  total: number;
}

/** Input for the text and the target of each notification. */
export interface Facts {
  comment: CommentFacts;
  reply: CommentFacts;
  /** `actor` is never null: nobody is mentioned below anonymous posts. */
  mentioned: CommentFacts;
  postLiked: PostFacts & { actor: string | null; likes: number };
  commentLiked: CommentFacts & { likes: number };
  answerAccepted: PostFacts & { commentId: number };
  /** Whom it is for, as `NoticeAudience`; servers before the groups store none. */
  noticePosted: PostFacts & { years: number[] | null; groups?: string[] | null };
  lectureNoticePosted: PostFacts & { lecture: string };
  mustReadReminded: PostFacts;
  petitionProgressed: PostFacts & PetitionProgress;
  answerOwed: PostFacts & AnswerDebt;
  signedAnswered: PostFacts;
  followedPostCommented: CommentFacts;
  followedBoardPosted: PostFacts;
  wordFound: PostFacts & { word: string };
  questionAsked: PostFacts & { lecture: string };
  questionAnswered: PostFacts;
  teamApplied: PostFacts & { waiting: number };
  teamLeft: PostFacts;
  teamDecided: PostFacts & { outcome: TeamOutcome };
  friendRequested: { memberId: number; nickname: string };
  friendAccepted: { memberId: number; nickname: string };
  newDevice: null;
  sessionEnded: null;
  passwordChanged: null;
  emailChanged: null;
  identityLinked: null;
  identityUnlinked: null;
  feedMade: { name: string };
  studentAddressClaimed: null;
  inquiryCompleted: InquiryFacts;
  inquiryFollowedUp: InquiryFacts;
  ownRoleChanged: RoleChangeFacts;
  memberRoleChanged: RoleChangeFacts;
  rolesChanged: { count: number; by: string };
  suspended: { until: string };
  suspensionLifted: null;
  revealRequested: null;
  revealApproved: null;
  revealRejected: null;
  authorRevealed: null;
  scheduleFailed: { title: string };
  sourceFailed: SourceFacts;
  sourceWorks: SourceFacts;
  menuMoved: SourceFacts;
  integrityBroken: null;
  contentHandled: PostFacts & HandledContent;
  reportArrived: WorkFacts;
  contentReportArrived: WorkFacts;
  inquiryArrived: WorkFacts;
  roleRequestArrived: WorkFacts;
  signUpArrived: WorkFacts;
  bookingArrived: WorkFacts;
  bookingDecided: BookingFacts & { isApproved: boolean; reason: string };
  /** `until`: how long it is offered; null: it is booked, or asked for. */
  bookingOffered: BookingFacts & { until: string | null; isAsked: boolean };
  bookingDrawn: { name: string; hasWon: boolean };
  bookingReminded: BookingFacts & { place: string };
  bookingCancelled: BookingFacts & { reason: string };
  bookingMissed: BookingFacts;
  postBlinded: PostFacts;
  commentBlinded: PostFacts & { commentId: number };
  postUnblinded: PostFacts;
  commentUnblinded: PostFacts & { commentId: number };
}

const HANDLED: Record<ContentAction, string> = {
  REMOVED: '삭제되었습니다. 사유를 확인하고 이의를 제기할 수 있습니다.',
  HIDDEN: '가려졌습니다. 사유를 확인하고 이의를 제기할 수 있습니다.',
  RESTORED: '다시 게시되었습니다.',
};

const TEAM_OUTCOMES: Record<TeamOutcome, string> = {
  ACCEPTED: '에 낸 지원이 수락되었습니다. 글에서 팀 채팅방에 들어갈 수 있습니다.',
  DECLINED: '에서는 아쉽게도 함께하지 못하게 되었습니다. 지원해 주셔서 감사합니다.',
  ENDED: '의 모집이 끝나 지원이 종료되었습니다. 지원해 주셔서 감사합니다.',
  REMOVED: '의 팀에서 제외되었습니다.',
};

/** Graphemes. */
const TITLE_MAX = 50;

const DELETED_POST = '삭제된 글';
const cut = (title: string) => cutGraphemes(title, TITLE_MAX);
/** Ends in 글, so that the particle after it never depends on the title. */
const about = ({ title }: PostRef) => (title === null ? DELETED_POST : `'${cut(title)}' 글`);
const aboutPetition = ({ title }: PostRef) =>
  `${title === null ? '삭제된' : `'${cut(title)}'`} 청원`;
const titleOf = ({ title }: PostRef) => (title === null ? DELETED_POST : cut(title));
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

const DECIDED_SOON = '운영진이 확인하고 되돌리거나 삭제하며, 이의를 제기할 수 있습니다.';

function arrived(what: string, total: number): string {
  return total > 1
    ? `새 ${what} 등 ${total}건이 처리를 기다리고 있습니다.`
    : `새 ${what} 1건이 처리를 기다리고 있습니다.`;
}

const nameOf = ({ name, when }: BookingFacts) => `${when} '${cut(name)}'`;
const booked = (facts: BookingFacts) => `${nameOf(facts)} 예약이`;

/** `count` notifications share the text, whose facts are those of the latest. */
export const TEXTS: { [K in keyof Facts]: (facts: Facts[K], count: number) => string } = {
  comment: ({ post, actor }, count) => {
    if (count > 1) return `${about(post)}에 새 댓글 ${count}개가 달렸습니다.`;
    return actor === null
      ? `${about(post)}에 새 댓글이 달렸습니다.`
      : `${about(post)}에 ${actor}이 댓글을 남겼습니다.`;
  },
  reply: ({ post, actor }, count) => {
    if (count > 1) return `${about(post)}의 내 댓글에 새 답글 ${count}개가 달렸습니다.`;
    return actor === null
      ? `${about(post)}의 내 댓글에 새 답글이 달렸습니다.`
      : `${about(post)}의 내 댓글에 ${actor}이 답글을 남겼습니다.`;
  },
  mentioned: ({ post, actor }, count) =>
    count > 1
      ? `${about(post)}의 댓글 ${count}개에서 나를 언급했습니다.`
      : `${about(post)}의 댓글에서 ${actor ?? WITHDRAWN_NAME}이 나를 언급했습니다.`,
  postLiked: ({ post, actor, likes }) => `${about(post)}을 ${likers(actor, likes)} 좋아합니다.`,
  commentLiked: ({ post, actor, likes }) =>
    `${about(post)}의 내 댓글을 ${likers(actor, likes)} 좋아합니다.`,
  answerAccepted: ({ post }) => `${about(post)}에 남긴 내 답변이 채택되었습니다.`,
  noticePosted: ({ post }) =>
    post.title === null
      ? `${postBoardName(post.boardType)}에 올라온 글이 삭제되었습니다.`
      : `${postBoardName(post.boardType)} ${about(post)}이 올라왔습니다.`,
  lectureNoticePosted: ({ post, lecture }) =>
    `${inLecture(lecture)} 새 공지사항이 올라왔습니다: ${titleOf(post)}`,
  mustReadReminded: ({ post }) => `필독 공지 ${about(post)}을 읽고 확인해 주세요.`,
  petitionProgressed: ({ post, ...progress }) => petitionText(aboutPetition(post), progress),
  answerOwed: ({ post, ...debt }) => debtText(aboutPetition(post), debt),
  signedAnswered: () => '서명한 청원에 답변이 올라왔습니다.',
  followedPostCommented: ({ post, actor }, count) => {
    const followed = `알림을 켠 ${about(post)}`;
    if (count > 1) return `${followed}에 새 댓글 ${count}개가 달렸습니다.`;
    return actor === null
      ? `${followed}에 새 댓글이 달렸습니다.`
      : `${followed}에 ${actor}이 댓글을 남겼습니다.`;
  },
  followedBoardPosted: ({ post }, count) => {
    const board = postBoardName(post.boardType);
    if (count > 1) return `${board}에 새 글 ${count}개가 올라왔습니다.`;
    return post.title === null
      ? `${board}에 올라온 글이 삭제되었습니다.`
      : `${board}에 ${about(post)}이 올라왔습니다.`;
  },
  wordFound: ({ post, word }) => `'${word}' 키워드가 있는 글이 올라왔습니다: ${titleOf(post)}`,
  questionAsked: ({ post, lecture }) =>
    `${inLecture(lecture)} 새 질문이 올라왔습니다: ${titleOf(post)}`,
  questionAnswered: ({ post }) => `${about(post)}에 답변이 등록되었습니다.`,
  teamApplied: ({ post, waiting }) =>
    waiting > 1
      ? `${about(post)}에 지원 ${waiting}건이 기다리고 있습니다.`
      : `${about(post)}에 새 지원이 도착했습니다.`,
  teamLeft: ({ post }) => `${about(post)}의 팀에서 회원이 나갔습니다.`,
  teamDecided: ({ post, outcome }) => `${about(post)}${TEAM_OUTCOMES[outcome]}`,
  friendRequested: ({ nickname }) => `${nickname}님이 친구 요청을 보냈습니다.`,
  friendAccepted: ({ nickname }) => `${nickname}님과 친구가 되었습니다.`,
  newDevice: () => '새 기기에서 로그인했습니다. 본인이 아니라면 비밀번호를 바꿔 주세요.',
  sessionEnded: () =>
    '로그인 정보가 다른 곳에서 쓰여 그 기기를 로그아웃했습니다. 본인이 아니라면 비밀번호를 바꿔 주세요.',
  passwordChanged: () => '비밀번호가 변경되었습니다. 본인이 아니라면 비밀번호를 다시 바꿔 주세요.',
  emailChanged: () => '이메일이 변경되었습니다. 본인이 아니라면 운영진에게 알려 주세요.',
  identityLinked: () =>
    '로그인 계정이 연결되었습니다. 본인이 아니라면 연결을 해제하고 비밀번호를 바꿔 주세요.',
  identityUnlinked: () =>
    '로그인 계정 연결이 해제되었습니다. 본인이 아니라면 비밀번호를 바꿔 주세요.',
  feedMade: ({ name }) =>
    `‘${name}’ 구독 주소를 만들었습니다. 본인이 아니라면 그만 쓰고 비밀번호를 바꿔 주세요.`,
  studentAddressClaimed: () =>
    '이 학교 이메일로 학생 인증을 받은 회원이 이미 있어 학생 권한을 받지 못했습니다. 문의에서 권한을 요청해 주세요.',
  inquiryCompleted: ({ title }) => `${aboutInquiry(title)}에 답변이 등록되었습니다.`,
  inquiryFollowedUp: ({ title }) => `${aboutInquiry(title)}에 추가 답변이 등록되었습니다.`,
  ownRoleChanged: ({ role, isGrant }) =>
    `${ROLE_TITLES[role]} 권한이 ${changed(isGrant)}되었습니다.`,
  memberRoleChanged: ({ role, isGrant, username, by }) =>
    `${username} 회원의 ${ROLE_TITLES[role]} 권한을 ${by} 관리자가 ${changed(isGrant)}했습니다.`,
  rolesChanged: ({ count, by }) => `${by} 관리자가 파일로 회원 권한 ${count}건을 변경했습니다.`,
  suspended: ({ until }) => `${until}까지 이용이 정지되었습니다.`,
  suspensionLifted: () => '이용 정지가 해제되었습니다.',
  revealRequested: () => '익명 글의 작성자 확인 요청이 결정을 기다리고 있습니다.',
  revealApproved: () => '작성자 확인 요청이 승인되었습니다.',
  revealRejected: () => '작성자 확인 요청이 거절되었습니다.',
  scheduleFailed: ({ title }) =>
    `예약한 '${cut(title)}' 글을 올리지 못했습니다. 예약 공지에서 이유를 확인해 주세요.`,
  sourceFailed: ({ title }) =>
    `'${cut(title)}' 수집이 ${LIMITS.sourceFailures}번 이어서 실패했습니다. 먼저 가져온 내용은 그대로입니다. 수집에서 이유를 확인해 주세요.`,
  integrityBroken: () => '밤사이 점검에서 어긋난 데이터를 찾았습니다. 점검에서 확인해 주세요.',
  sourceWorks: ({ title }) => `'${cut(title)}' 수집이 다시 됩니다.`,
  menuMoved: ({ title }) =>
    `'${cut(title)}'의 식단이 다른 날로 밀려 저장하지 않았습니다. 수집에서 날짜를 확인해 주세요.`,
  authorRevealed: () =>
    `${LIMITS.revealNoticeDays}일 전에 관리자 두 명이 내가 쓴 익명 글 하나의 작성자를 확인하도록 승인했습니다.`,
  contentHandled: ({ post, type, action }) =>
    `${about(post)}${type === 'COMMENT' ? '의 내 댓글' : ''}이 ${HANDLED[action]}`,
  reportArrived: ({ total }) => arrived('신고', total),
  contentReportArrived: ({ total }) => arrived('신고', total),
  inquiryArrived: ({ total }) => arrived('문의', total),
  roleRequestArrived: ({ total }) => arrived('권한 요청', total),
  signUpArrived: ({ total }) => arrived('가입 확인 요청', total),
  bookingArrived: ({ total }) => arrived('예약 신청', total),
  bookingDecided: ({ isApproved, reason, ...facts }) =>
    isApproved
      ? `${booked(facts)} 승인되었습니다.`
      : `${booked(facts)} 거절되었습니다. 사유: ${reason}`,
  bookingOffered: ({ until, isAsked, ...facts }) => {
    if (until !== null) {
      return `기다리던 ${nameOf(facts)} 자리가 났습니다. ${until}까지 예약에서 받아 주세요.`;
    }
    return isAsked
      ? `기다리던 ${nameOf(facts)} 자리가 나서 승인을 신청했습니다.`
      : `기다리던 ${nameOf(facts)} 자리가 나서 예약되었습니다.`;
  },
  bookingDrawn: ({ name, hasWon }) =>
    hasWon
      ? `'${cut(name)}' 추첨에 당첨되었습니다. 내 예약에서 확인해 주세요.`
      : `'${cut(name)}' 추첨에 당첨되지 않았습니다. 자리가 나면 차례대로 알려 드립니다.`,
  bookingReminded: ({ place, ...facts }) =>
    `${booked(facts)} 곧 시작됩니다.${place ? ` 장소: ${place}` : ''}`,
  bookingCancelled: ({ reason, ...facts }) =>
    `${nameOf(facts)} 예약을 운영진이 취소했습니다. 사유: ${reason}`,
  bookingMissed: (facts) =>
    `${booked(facts)} 체크인 없이 지나 취소되었습니다. 다음에는 미리 취소해 주세요.`,
  // Without the title: it is hidden now.
  postBlinded: () => `내가 쓴 글이 여러 번 신고되어 블라인드 처리되었습니다. ${DECIDED_SOON}`,
  commentBlinded: () => `내가 쓴 댓글이 여러 번 신고되어 블라인드 처리되었습니다. ${DECIDED_SOON}`,
  postUnblinded: ({ post }) => `운영진이 확인하고 ${about(post)}을 다시 공개했습니다.`,
  commentUnblinded: ({ post }) => `운영진이 확인하고 ${about(post)}의 내 댓글을 다시 공개했습니다.`,
};
