import type { AuditTarget } from '@naru/contract/admin';

export const AUDIT_TEXTS = {
  list: '감사 기록',
  note: '운영진이 한 모든 일이 남습니다. 기록은 누구도 고치거나 지울 수 없습니다.',
  anyAction: '모든 행동',
  anyTarget: '모든 대상',
  reset: '조건 지우기',
  empty: '기록이 없습니다.',
  emptyHint: '조건에 맞는 기록이 없습니다.',
  failed: '감사 기록을 불러오지 못했습니다.',
  tryLater: '잠시 후 다시 시도해 주세요.',
  rangeWrong: '시작일이 종료일보다 늦습니다.',
} as const;

export const TARGET_NAMES: Record<AuditTarget, string> = {
  member: '회원',
  post: '게시글',
  comment: '댓글',
  inquiry: '문의',
  reveal: '작성자 확인',
  lecture: '강의',
  banner: '배너',
  menu: '식단',
  setting: '설정',
};

export const DETAIL_NAMES: Record<string, string> = {
  role: '권한',
  before: '이전',
  after: '이후',
  username: '아이디',
  name: '이름',
  nickname: '닉네임',
  page: '페이지',
  found: '찾은 회원',
  until: '정지 종료일',
  days: '날짜',
  title: '제목',
  lectureId: '강의 번호',
  boardType: '게시판',
  commentId: '댓글 번호',
  setting: '항목',
  types: '종류',
  type: '종류',
  by: '처리',
  targetType: '대상',
  targetId: '대상 번호',
};

export const SETTING_NAMES: Record<string, string> = {
  directMessage: '쪽지',
  studyRoomMenu: '강의실 메뉴',
  quickLinks: '바로가기',
  footer: '바닥글',
};
