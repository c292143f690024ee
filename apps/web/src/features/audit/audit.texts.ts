import type { AuditTarget } from '@naru/contract/admin';

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
