export const KIND_NAMES = {
  POST: '게시글',
  COMMENT: '댓글',
  COURSE_REVIEW: '강의평',
  MEMBER: '회원',
  MESSAGE: '채팅 메시지',
} as const;
export const CONTENT_GONE = '삭제되었거나 찾을 수 없습니다.';
export const TARGET_UNKNOWN = '대상이 지정되지 않은 신고입니다. 내용을 읽고 판단해 주세요.';
export const REVEAL_OVER = '볼 수 있는 시간이 끝났습니다.';
