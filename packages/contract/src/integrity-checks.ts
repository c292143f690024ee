/** Checks of stored counters, which can be counted again. */
export const COUNTER_CHECKS = [
  'POST_COUNTS',
  'COMMENT_COUNTS',
  'BOARD_COUNTS',
  'LECTURE_COUNTS',
  'POLL_COUNTS',
  'TEAM_COUNTS',
  'PETITION_COUNTS',
  'CHAT_COUNTS',
] as const;
export type CounterCheck = (typeof COUNTER_CHECKS)[number];

/** What the nightly check compares, in this order: rows of files need the list of objects. */
export const INTEGRITY_CHECKS = [
  ...COUNTER_CHECKS,
  'POST_PARTS',
  'COMMENT_PARTS',
  'OTHER_PARTS',
  'BOOKINGS',
  'PAGE_RANKS',
  'FILE_OBJECTS',
  'FILE_ROWS',
  'AUDIT',
  'KEYS',
  'CRYPT',
] as const;
export type IntegrityCheck = (typeof INTEGRITY_CHECKS)[number];

export const CHECK_NAMES: Record<IntegrityCheck, string> = {
  POST_COUNTS: '글의 좋아요·댓글·조회 수',
  COMMENT_COUNTS: '댓글의 좋아요·답글 수',
  BOARD_COUNTS: '게시판의 글 수',
  LECTURE_COUNTS: '강의를 담은 회원 수',
  POLL_COUNTS: '투표 집계',
  TEAM_COUNTS: '팀 모집의 수락 인원',
  PETITION_COUNTS: '청원의 서명 수',
  CHAT_COUNTS: '읽지 않은 메시지 수',
  POST_PARTS: '글에 딸린 데이터',
  COMMENT_PARTS: '댓글에 딸린 데이터',
  OTHER_PARTS: '회원·채팅·시간표에 딸린 데이터',
  BOOKINGS: '예약의 겹침·한도·추첨',
  PAGE_RANKS: '목록의 페이지 번호',
  FILE_OBJECTS: '기록에 없는 파일',
  FILE_ROWS: '저장소에 없는 파일',
  AUDIT: '감사 기록의 사슬',
  KEYS: '암호화 키',
  CRYPT: '암호로 봉한 데이터',
};

/** `FAILED`: could not be looked at, for instance because the storage was away. */
export const CHECK_STATES = ['WELL', 'FAULTY', 'FAILED'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** Places of faults that a report names, for each check. */
export const EXAMPLES_MAX = 20;
/** Reports that are stored. */
export const REPORTS_KEPT = 30;
