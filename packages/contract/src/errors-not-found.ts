import { type CatalogueEntry, entry as e } from './error-entry.ts';

/** Errors of calls about something that is not there, or not for the caller. */
export const NOT_FOUND_ERRORS = {
  NOT_FOUND: e(404, '요청한 내용을 찾을 수 없습니다. 주소를 확인해 주세요.'),
  OIDC_OFF: e(
    404,
    '이 사이트에서는 쓸 수 없는 로그인 방법입니다. 학번(교번)과 비밀번호로 로그인해 주세요.',
  ),
  IDENTITY_NOT_FOUND: e(
    404,
    '연결을 찾을 수 없습니다. 이미 해제했을 수 있으니 화면을 새로 고쳐 주세요.',
  ),
  POST_NOT_FOUND: e(404, '게시글을 찾을 수 없습니다.'),
  COMMENT_NOT_FOUND: e(
    404,
    '댓글을 찾을 수 없습니다. 삭제되었을 수 있으니 화면을 새로 고쳐 주세요.',
  ),
  FILE_NOT_FOUND: e(404, '파일을 찾을 수 없습니다. 삭제되었을 수 있으니 화면을 새로 고쳐 주세요.'),
  MEMBER_NOT_FOUND: e(404, '일치하는 회원 정보가 없습니다. 다시 입력해 주세요.'),
  MEMBER_UNKNOWN: e(404, '회원을 찾을 수 없습니다. 탈퇴했을 수 있으니 다시 검색해 주세요.'),
  ALIAS_NOT_FOUND: e(404, '이 글에 없는 이름입니다. 글을 새로 고친 뒤 다시 시도해 주세요.'),
  FRIEND_NOT_FOUND: e(404, '친구를 찾을 수 없습니다. 친구 목록을 새로 고쳐 주세요.'),
  FRIEND_REQUEST_NOT_FOUND: e(
    404,
    '받은 친구 요청을 찾을 수 없습니다. 친구 목록을 새로 고쳐 주세요.',
  ),
  MESSAGE_NOT_FOUND: e(404, '메시지를 찾을 수 없습니다. 채팅방을 새로 고쳐 주세요.'),
  ROOM_NOT_FOUND: e(404, '채팅방을 찾을 수 없습니다. 채팅 목록을 새로 고쳐 주세요.'),
  NOTICE_NOT_FOUND: e(404, '알림을 찾을 수 없습니다. 알림을 다시 열어 주세요.'),
  SESSION_NOT_FOUND: e(404, '로그인 기록을 찾을 수 없습니다. 목록을 새로 고쳐 주세요.'),
  INQUIRY_NOT_FOUND: e(404, '문의를 찾을 수 없습니다. 문의 내역에서 다시 열어 주세요.'),
  INQUIRY_TARGET_NOT_FOUND: e(
    404,
    '신고할 대상을 찾을 수 없습니다. 이미 삭제되었는지 확인해 주세요.',
  ),
  ROSTER_ENTRY_NOT_FOUND: e(
    404,
    '명부에서 찾을 수 없습니다. 이미 취소한 초대일 수 있으니 명부를 새로 고쳐 주세요.',
  ),
  SIGN_UP_NOT_FOUND: e(
    404,
    '기다리는 가입을 찾을 수 없습니다. 이미 처리되었을 수 있으니 목록을 새로 고쳐 주세요.',
  ),
  PASSKEY_NOT_FOUND: e(
    404,
    '패스키를 찾을 수 없습니다. 이미 삭제했을 수 있으니 목록을 새로 고쳐 주세요.',
  ),
  SERVICE_KEY_NOT_FOUND: e(404, '서비스 키를 찾을 수 없습니다. 목록을 새로 고쳐 주세요.'),
  REVEAL_NOT_FOUND: e(404, '작성자 확인 요청을 찾을 수 없습니다. 목록을 새로 고쳐 주세요.'),
  SCHEDULED_NOTICE_NOT_FOUND: e(
    404,
    '예약된 공지를 찾을 수 없습니다. 이미 올라갔을 수 있으니 목록을 새로 고쳐 주세요.',
  ),
  SOURCE_NOT_FOUND: e(
    404,
    '수집할 곳을 찾을 수 없습니다. 다른 사람이 삭제했을 수 있으니 목록을 새로 고쳐 주세요.',
  ),
  ACADEMIC_DATE_NOT_FOUND: e(
    404,
    '일정을 찾을 수 없습니다. 다른 사람이 삭제했을 수 있으니 목록을 새로 고쳐 주세요.',
  ),
  BANNER_NOT_FOUND: e(404, '배너를 찾을 수 없습니다. 목록을 새로 고쳐 주세요.'),
  LECTURE_NOT_FOUND: e(404, '강의를 찾을 수 없습니다. 시간표를 새로 고쳐 주세요.'),
  COURSE_REVIEW_NOT_FOUND: e(404, '강의 평가를 찾을 수 없습니다. 화면을 새로 고쳐 주세요.'),
  ENTRY_NOT_FOUND: e(404, '개인 일정을 찾을 수 없습니다. 시간표를 새로 고쳐 주세요.'),
  ANSWER_NOT_FOUND: e(404, '답변을 찾을 수 없습니다. 글을 새로 고쳐 주세요.'),
  PLAN_NOT_FOUND: e(
    404,
    '계획을 찾을 수 없습니다. 다른 기기에서 삭제했을 수 있으니 화면을 새로 고쳐 주세요.',
  ),
} as const satisfies Record<string, CatalogueEntry>;
