import { LIMITS } from './limits.ts';

interface CatalogueEntry {
  status: number;
  message: string;
}

/** Every error of the API; a route may return a more specific sentence under the same code. */
export const ERRORS = {
  VALIDATION_FAILED: e(400, '입력한 내용을 다시 확인해 주세요.'),
  BODY_INVALID: e(400, '요청 내용을 읽을 수 없습니다.'),
  BOARD_NOT_WRITABLE: e(400, '이 게시판에는 글을 쓸 수 없습니다.'),
  CODE_INCORRECT: e(400, '인증 코드가 올바르지 않습니다.'),
  CODE_EXPIRED: e(400, '인증 시간이 지났습니다. 코드를 다시 받아 주세요.'),
  IMAGE_INVALID: e(400, '사진을 읽을 수 없습니다. 다른 파일을 선택해 주세요.'),
  IMAGE_NOT_READY: e(400, '사용할 수 없는 사진이 있습니다. 그 사진을 빼고 직접 다시 올려 주세요.'),
  PARENT_COMMENT_INVALID: e(400, '답글을 달 수 없는 댓글입니다.'),
  EMAIL_UNCHANGED: e(400, '이메일이 변경되지 않았습니다.'),
  PASSWORD_WEAK: e(400, '다른 비밀번호를 입력해 주세요.'),
  FRIEND_SELF: e(400, '자기 자신에게는 할 수 없습니다.'),
  ALIAS_OWN: e(400, '내가 쓴 글과 댓글은 차단할 수 없습니다.'),
  FOLLOW_OWN: e(400, '내 글의 댓글은 따로 켜지 않아도 알려 드립니다.'),
  INQUIRY_NOT_ROLE_REQUEST: e(400, '권한 요청 문의가 아닙니다.'),
  REVEAL_NOT_ANONYMOUS: e(400, '익명으로 쓴 글이 아닙니다.'),
  ATTACHMENT_INVALID: e(400, '파일을 읽을 수 없습니다. 다른 파일을 선택해 주세요.'),
  ATTACHMENT_NOT_READY: e(400, '지워졌거나 올리다 만 파일이 있습니다. 빼고 다시 올려 주세요.'),
  VIDEO_INVALID: e(400, '영상을 읽을 수 없습니다. 다른 파일을 선택해 주세요.'),
  VIDEO_NOT_READY: e(400, '업로드가 끝나지 않은 영상이 있습니다. 다시 올려 주세요.'),
  PASSKEY_REFUSED: e(400, '패스키를 확인할 수 없습니다. 다시 시도해 주세요.'),
  OIDC_REFUSED: e(
    400,
    '로그인 제공자의 확인을 받지 못했습니다. 로그인 화면에서 처음부터 다시 시도해 주세요.',
  ),
  UNAUTHORIZED: e(401, '로그인이 필요합니다.'),
  TOKEN_INVALID: e(401, '로그인 정보가 올바르지 않습니다. 다시 로그인해 주세요.'),
  TOKEN_EXPIRED: e(401, '로그인 시간이 지났습니다.'),
  SERVICE_KEY_INVALID: e(401, '서비스 키가 없거나 올바르지 않습니다. 폐기된 키인지 확인해 주세요.'),
  REFRESH_INVALID: e(401, '로그인이 만료되었습니다. 다시 로그인해 주세요.'),
  LOGIN_FAILED: e(401, '학번(교번) 또는 비밀번호가 올바르지 않습니다.'),
  PASSWORD_INCORRECT: e(401, '현재 비밀번호가 올바르지 않습니다.'),
  PERMISSION_DENIED: e(403, '권한이 없습니다.'),
  WRITE_DENIED: e(403, '글쓰기 권한이 없습니다.'),
  MARKET_DENIED: e(403, '물품 등록은 학생 이상만 가능합니다.'),
  COMMENT_DENIED: e(403, '댓글 작성 권한이 없습니다.'),
  VERIFICATION_REQUIRED: e(403, '이메일 인증을 먼저 완료해 주세요.'),
  RESET_WAITS: e(
    403,
    `관리자가 고친 이메일로는 ${LIMITS.revealWaitDays}일 뒤부터 비밀번호를 재설정할 수 있습니다.`,
  ),
  REAUTH_REQUIRED: e(403, '안전을 위해 비밀번호를 다시 확인해 주세요.'),
  DEMO_LOCAL_ONLY: e(403, '체험용 계정은 이 서버를 실행한 컴퓨터에서만 쓸 수 있습니다.'),
  SECOND_STEP_REQUIRED: e(403, '2단계 인증이 켜진 계정입니다. 인증 코드를 입력해 주세요.'),
  SECOND_STEP_EXPIRED: e(403, '로그인 시간이 지났습니다. 비밀번호부터 다시 입력해 주세요.'),
  SECOND_FACTOR_REQUIRED: e(
    403,
    '운영진은 2단계 인증을 켠 뒤에 이 기능을 쓸 수 있습니다. 내 정보에서 켜 주세요.',
  ),
  ACCOUNT_SUSPENDED: e(403, '이용이 정지된 계정입니다.'),
  CODE_TRIES_EXCEEDED: e(403, '인증 시도 횟수를 넘었습니다. 코드를 다시 받아 주세요.'),
  EMAIL_DOMAIN_DENIED: e(403, '가입할 수 없는 이메일 주소입니다. 학교 이메일을 입력해 주세요.'),
  UPLOAD_DENIED: e(403, '업로드 주소가 올바르지 않거나 만료되었습니다.'),
  ORIGIN_DENIED: e(403, '허용되지 않은 요청입니다.'),
  ITEM_ASK_DENIED: e(403, '이 판매자에게는 문의할 수 없습니다.'),
  ITEM_ROOM_CLOSED: e(403, '거래가 끝난 물품의 채팅방입니다.'),
  NOT_FRIENDS: e(403, '친구에게만 메시지를 보낼 수 있습니다.'),
  ROLE_CHANGE_DENIED: e(403, '이 권한은 바꿀 수 없습니다.'),
  MEMBER_CHANGE_DENIED: e(403, '자신보다 권한이 낮은 회원의 정보만 고칠 수 있습니다.'),
  SUSPENSION_DENIED: e(403, '이 회원은 정지할 수 없습니다.'),
  OBJECTION_LINK_INVALID: e(
    403,
    '주소가 올바르지 않거나 기간이 지났습니다. 이메일의 주소를 다시 확인해 주세요.',
  ),
  DIGEST_LINK_INVALID: e(
    403,
    '주소가 올바르지 않거나 기간이 지났습니다. 내 정보의 알림 설정에서 바꿔 주세요.',
  ),
  SIGN_UP_WAITING: e(
    403,
    '가입 확인을 기다리고 있습니다. 운영진이 확인하면 이메일로 알려 드립니다.',
  ),
  INVITATION_INVALID: e(
    403,
    '초대 주소가 올바르지 않거나 기간이 지났습니다. 가장 최근에 받은 이메일의 주소를 열어 주세요.',
  ),
  REVEAL_SELF: e(403, '요청한 관리자가 아닌 다른 관리자가 결정해야 합니다.'),
  REVEAL_DENIED: e(403, '지금은 작성자 확인에 참여할 수 없습니다.'),
  LECTURE_MEMBERS_ONLY: e(403, '시간표에 추가한 회원만 볼 수 있는 강의입니다.'),
  NOT_FOUND: e(404, '요청한 내용을 찾을 수 없습니다.'),
  OIDC_OFF: e(404, '이 사이트에서는 쓸 수 없는 로그인 방법입니다.'),
  IDENTITY_NOT_FOUND: e(404, '연결을 찾을 수 없습니다. 이미 해제했을 수 있습니다.'),
  POST_NOT_FOUND: e(404, '게시글을 찾을 수 없습니다.'),
  COMMENT_NOT_FOUND: e(404, '댓글을 찾을 수 없습니다.'),
  FILE_NOT_FOUND: e(404, '파일을 찾을 수 없습니다.'),
  MEMBER_NOT_FOUND: e(404, '일치하는 회원 정보가 없습니다. 다시 입력해 주세요.'),
  MEMBER_UNKNOWN: e(404, '회원을 찾을 수 없습니다.'),
  ALIAS_NOT_FOUND: e(404, '이 글에 없는 이름입니다.'),
  FRIEND_NOT_FOUND: e(404, '친구를 찾을 수 없습니다.'),
  FRIEND_REQUEST_NOT_FOUND: e(404, '받은 친구 요청을 찾을 수 없습니다.'),
  MESSAGE_NOT_FOUND: e(404, '메시지를 찾을 수 없습니다.'),
  ROOM_NOT_FOUND: e(404, '채팅방을 찾을 수 없습니다.'),
  NOTICE_NOT_FOUND: e(404, '알림을 찾을 수 없습니다.'),
  SESSION_NOT_FOUND: e(404, '로그인 기록을 찾을 수 없습니다.'),
  INQUIRY_NOT_FOUND: e(404, '문의를 찾을 수 없습니다.'),
  INQUIRY_TARGET_NOT_FOUND: e(404, '신고할 대상을 찾을 수 없습니다.'),
  ROSTER_ENTRY_NOT_FOUND: e(404, '명부에서 찾을 수 없습니다. 이미 거둔 초대일 수 있습니다.'),
  SIGN_UP_NOT_FOUND: e(404, '기다리는 가입을 찾을 수 없습니다. 이미 처리되었을 수 있습니다.'),
  PASSKEY_LOCKED: e(403, '복제된 것으로 보여 잠근 패스키입니다. 비밀번호로 로그인해 주세요.'),
  PASSKEY_NOT_FOUND: e(404, '패스키를 찾을 수 없습니다. 이미 지웠을 수 있습니다.'),
  SERVICE_KEY_NOT_FOUND: e(404, '서비스 키를 찾을 수 없습니다.'),
  REVEAL_NOT_FOUND: e(404, '작성자 확인 요청을 찾을 수 없습니다.'),
  MEMBER_LIST_IN_USE: e(409, '예약 공지가 쓰는 명단입니다.'),
  ROSTER_JOINED: e(409, '이미 가입한 회원입니다.'),
  ITEM_BUMPED: e(409, '하루에 한 번만 끌어올릴 수 있습니다.'),
  ITEM_SOLD: e(409, '이미 판매된 물품입니다.'),
  RECALL_TOO_LATE: e(409, '5분이 지나 회수할 수 없습니다.'),
  INQUIRY_COMPLETED: e(409, '이미 처리가 끝난 문의입니다.'),
  INQUIRY_NOT_COMPLETED: e(409, '아직 처리 중인 문의입니다.'),
  REPORT_UNDECIDED: e(
    409,
    '신고로 블라인드 처리된 글입니다. 신고 메뉴에서 되돌리거나 삭제해 주세요.',
  ),
  CONTENT_BLINDED: e(
    409,
    '블라인드 처리되어 지금은 수정할 수 없습니다. 운영진이 확인하고 있습니다.',
  ),
  INQUIRY_OPEN_LIMIT: e(
    409,
    '처리 중인 문의는 5개까지 보낼 수 있습니다. 답변을 받은 뒤 다시 보내 주세요.',
  ),
  OBJECTION_EXISTS: e(409, '이미 이의를 제기했습니다. 답변을 기다려 주세요.'),
  REVEAL_NO_APPROVER: e(409, '승인할 다른 관리자가 없습니다.'),
  REVEAL_DECIDED: e(409, '이미 결정된 요청입니다.'),
  REVEAL_EXISTS: e(409, '이미 결정을 기다리는 요청이 있습니다.'),
  RESTORE_DENIED: e(409, '복구할 수 없는 글입니다.'),
  NOTICE_PASTED: e(409, '같은 주소의 공지가 이미 있습니다.'),
  PIN_LIMIT: e(
    409,
    '한 게시판에는 글을 5개까지 고정할 수 있습니다. 다른 고정을 먼저 해제해 주세요.',
  ),
  DRAFT_CHANGED: e(409, '다른 기기에서 쓰던 글이 있습니다.'),
  DRAFT_LIMIT: e(
    409,
    `계정에는 쓰던 글을 ${LIMITS.draftsMax}개까지 임시 저장할 수 있습니다. 쓰지 않는 글을 지워 주세요.`,
  ),
  SECOND_FACTOR_ON: e(409, '2단계 인증이 이미 켜져 있습니다.'),
  SECOND_FACTOR_OFF: e(409, '2단계 인증이 켜져 있지 않습니다.'),
  SECOND_FACTOR_NOT_BEGUN: e(409, '설정 시간이 지났습니다. 처음부터 다시 시작해 주세요.'),
  SECOND_FACTOR_OWN_FIRST: e(
    409,
    '먼저 자신의 2단계 인증을 켜 주세요. 내 정보에서 켤 수 있습니다.',
  ),
  PASSKEYS_FULL: e(409, '패스키는 10개까지 쓸 수 있습니다. 쓰지 않는 패스키를 지워 주세요.'),
  PASSKEYS_IMPOSSIBLE: e(409, '이 사이트의 주소로는 패스키를 쓸 수 없습니다.'),
  IDENTITY_TAKEN: e(409, '이미 다른 회원에게 연결된 계정입니다.'),
  EDIT_CONFLICT: e(409, '다른 사람이 먼저 저장했습니다.'),
  SCHEDULED_NOTICE_NOT_FOUND: e(404, '예약된 공지를 찾을 수 없습니다. 이미 올라갔을 수 있습니다.'),
  MUST_READ_NOT_ASKED: e(409, '확인을 요청받은 공지가 아닙니다.'),
  MUST_READ_CHANGED: e(409, '공지가 바뀌었습니다. 다시 읽고 확인해 주세요.'),
  MUST_READ_REMINDED: e(409, '오늘은 이미 다시 알렸습니다. 내일 다시 알릴 수 있습니다.'),
  POLL_ENDED: e(409, '투표가 마감되었습니다.'),
  POLL_CHANGED: e(409, '투표가 바뀌었습니다. 다시 보고 골라 주세요.'),
  POLL_STARTED: e(409, '이미 투표한 사람이 있어 투표를 고칠 수 없습니다.'),
  POLL_VOTERS_HIDDEN: e(403, '누가 골랐는지는 공개 투표에서 투표한 뒤에 볼 수 있습니다.'),
  SCHEDULE_LIMIT: e(
    409,
    `한 게시판에 예약할 수 있는 공지는 ${LIMITS.scheduledPerBoard}건까지입니다.`,
  ),
  SOURCE_NOT_FOUND: e(404, '수집할 곳을 찾을 수 없습니다. 다른 사람이 지웠을 수 있습니다.'),
  EMAILS_HELD: e(409, '이 사이트는 지금 이메일을 보내지 않습니다. 관리자에게 문의해 주세요.'),
  SOURCE_NAME_TAKEN: e(409, '같은 이름이 이미 있습니다. 다른 이름을 적어 주세요.'),
  SOURCE_LIMIT: e(409, `수집할 곳은 ${LIMITS.sources}곳까지 추가할 수 있습니다.`),
  SOURCE_OF_FILE: e(409, '서버의 설정 파일에 적힌 곳이라 여기서 고치거나 지울 수 없습니다.'),
  SOURCE_RUNNING: e(409, '지금 가져오고 있습니다. 끝나면 결과가 보입니다.'),
  ACADEMIC_DATE_NOT_FOUND: e(404, '일정을 찾을 수 없습니다. 다른 사람이 지웠을 수 있습니다.'),
  BANNER_NOT_FOUND: e(404, '배너를 찾을 수 없습니다.'),
  LECTURE_NOT_FOUND: e(404, '강의를 찾을 수 없습니다.'),
  COURSE_REVIEW_NOT_FOUND: e(404, '강의 평가를 찾을 수 없습니다.'),
  COURSE_REVIEW_NOT_TAKEN: e(403, '시간표에 담아 끝까지 들은 강의만 평가할 수 있습니다.'),
  COURSE_REVIEW_REMOVED: e(
    403,
    `운영진이 삭제한 평가가 있어 ${LIMITS.removedDays}일 동안 이 과목을 다시 평가할 수 없습니다.`,
  ),
  COURSE_REVIEW_BLINDED: e(409, '신고를 운영진이 확인하고 있어 지금은 고치거나 지울 수 없습니다.'),
  ENTRY_NOT_FOUND: e(404, '개인 일정을 찾을 수 없습니다.'),
  ANSWER_NOT_FOUND: e(404, '답변을 찾을 수 없습니다.'),
  FRIEND_EXISTS: e(409, '이미 친구입니다.'),
  FRIEND_REQUESTED: e(409, '이미 친구 요청을 보냈습니다.'),
  FRIEND_BLOCKED: e(409, '차단한 회원입니다. 차단을 해제한 뒤 다시 시도해 주세요.'),
  FRIEND_DECLINED: e(409, '거절된 친구 요청은 7일 뒤에 다시 보낼 수 있습니다.'),
  ROOM_EXISTS: e(409, '이미 같은 채팅방이 존재합니다.'),
  BACKUP_NEEDED: e(409, '지울 수 없는 백업입니다.'),
  LAST_ADMIN: e(409, '마지막 관리자입니다. 다른 관리자를 먼저 지정해 주세요.'),
  LECTURE_OVERLAP: e(409, '강의 시간이 중복됩니다.'),
  TIMETABLE_HIDDEN: e(403, '서로 시간표를 공개한 친구끼리만 볼 수 있습니다.'),
  LECTURE_CODE_REQUIRED: e(403, '이 강의실에 들어가려면 교수가 알려 준 입장 코드가 필요합니다.'),
  LECTURE_CODE_WRONG: e(403, '입장 코드가 맞지 않습니다. 담당 교수에게 확인해 주세요.'),
  LECTURE_EXISTS: e(
    409,
    '강의명과 학기, 교수가 같은 강의가 이미 있습니다. 다른 분반이면 강의명에 분반을 적어 주세요.',
  ),
  LECTURE_MARKED: e(409, '이미 추가한 강의입니다.'),
  LECTURE_CLASH: e(
    409,
    '바꾼 시간이 이 강의를 추가한 회원의 시간표와 겹칩니다. 다른 시간을 선택해 주세요.',
  ),
  ALERT_WORDS_FULL: e(409, `키워드는 ${LIMITS.alertWords}개까지 등록할 수 있습니다.`),
  FOLLOWS_FULL: e(
    409,
    `글 알림은 ${LIMITS.followedPosts}개까지 켤 수 있습니다. 알림 설정에서 지난 글을 정리해 주세요.`,
  ),
  ENTRY_OVERLAP: e(409, '다른 강의나 일정과 시간이 겹칩니다. 시간을 바꿔 주세요.'),
  ALIAS_BLOCKS_FULL: e(409, `차단은 ${LIMITS.aliasBlocks}개까지입니다. 지난 차단을 해제해 주세요.`),
  SERVICE_KEYS_FULL: e(
    409,
    `서비스 키는 ${LIMITS.serviceKeys}개까지 쓸 수 있습니다. 쓰지 않는 키를 폐기해 주세요.`,
  ),
  PLAN_NOT_FOUND: e(404, '계획을 찾을 수 없습니다. 다른 기기에서 지웠을 수 있습니다.'),
  PLANS_FULL: e(409, `한 학기에 계획은 ${LIMITS.plansPerTerm}개까지 만들 수 있습니다.`),
  PLAN_CHANGED: e(
    409,
    '그 사이에 시간표나 계획이 바뀌었습니다. 바뀔 내용을 확인하고 다시 눌러 주세요.',
  ),
  PLAN_BLOCKED: e(
    409,
    '계획에 시간이 겹치거나 없어진 강의가 있습니다. 계획에서 뺀 뒤 다시 시도해 주세요.',
  ),
  ENTRIES_FULL: e(409, '한 학기에 개인 일정을 더 추가할 수 없습니다.'),
  TIMETABLE_FULL: e(409, '한 학기 시간표에 더 이상 강의를 추가할 수 없습니다.'),
  DUPLICATE: e(409, '이미 사용 중인 정보가 있습니다.'),
  UPLOAD_USED: e(412, '이미 사용한 업로드 주소입니다.'),
  BODY_TOO_LARGE: e(413, '보낸 내용이 너무 큽니다.'),
  IMAGE_TOO_LARGE: e(413, '사진 크기는 10MB 이하만 가능합니다.'),
  VIDEO_TOO_LARGE: e(413, '영상 크기는 50MB 이하만 가능합니다.'),
  ATTACHMENT_TOO_LARGE: e(413, '파일이 너무 큽니다.'),
  URL_TOO_LONG: e(414, '요청 주소가 너무 깁니다.'),
  MEDIA_TYPE_UNSUPPORTED: e(415, '지원하지 않는 형식입니다.'),
  IMAGE_TYPE_UNSUPPORTED: e(415, 'JPEG, PNG, WebP, GIF 사진만 올릴 수 있습니다.'),
  VIDEO_TYPE_UNSUPPORTED: e(415, 'MP4, WebM 영상만 올릴 수 있습니다.'),
  ATTACHMENT_TYPE_UNSUPPORTED: e(415, '올릴 수 없는 형식의 파일입니다.'),
  TOO_MANY_REQUESTS: e(429, '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.'),
  READ_ONLY: e(409, '지금은 읽기만 할 수 있습니다.'),
  SEARCH_RUNNING: e(429, '앞선 검색이 아직 끝나지 않았습니다. 잠시 후 다시 시도해 주세요.'),
  LOGIN_THROTTLED: e(429, '로그인 시도가 너무 많습니다. 잠시 후 다시 시도해 주세요.'),
  CODE_THROTTLED: e(429, '인증 코드를 너무 자주 요청했습니다. 잠시 후 다시 시도해 주세요.'),
  POST_THROTTLED: e(429, '글을 너무 많이 등록하고 있습니다. 잠시 후 다시 시도해 주세요.'),
  COMMENT_THROTTLED: e(429, '댓글을 너무 빠르게 작성하고 있습니다. 잠시 후 다시 시도해 주세요.'),
  FRIEND_THROTTLED: e(429, '친구 요청을 너무 많이 보냈습니다. 잠시 후 다시 시도해 주세요.'),
  ITEM_ROOM_THROTTLED: e(429, '오늘은 더 문의할 수 없습니다.'),
  MAIL_THROTTLED: e(429, '메시지를 너무 빠르게 보내고 있습니다. 잠시 후 다시 시도해 주세요.'),
  INQUIRY_THROTTLED: e(429, '문의를 너무 많이 보냈습니다. 잠시 후 다시 시도해 주세요.'),
  REPORT_THROTTLED: e(429, '신고를 너무 많이 보냈습니다. 잠시 후 다시 시도해 주세요.'),
  COURSE_REVIEW_THROTTLED: e(
    429,
    '오늘은 평가를 더 쓰거나 고칠 수 없습니다. 내일 다시 시도해 주세요.',
  ),
  LECTURE_THROTTLED: e(429, '오늘 만들 수 있는 강의를 모두 만들었습니다. 내일 다시 시도해 주세요.'),
  STREAM_LIMIT: e(429, '열린 화면이 너무 많습니다. 다른 창을 닫고 다시 시도해 주세요.'),
  UPLOAD_QUOTA: e(429, '올릴 수 있는 파일 수를 넘었습니다. 나중에 다시 시도해 주세요.'),
  EXPORT_THROTTLED: e(429, '오늘은 더 내려받을 수 없습니다. 내일 다시 시도해 주세요.'),
  HEADERS_TOO_LARGE: e(431, '요청 정보가 너무 많습니다.'),
  INTERNAL: e(500, '서버 오류가 발생했습니다. 다시 시도해 주세요.'),
  UNAVAILABLE: e(503, '잠시 사용할 수 없습니다. 잠시 후 다시 시도해 주세요.'),
  OIDC_UNAVAILABLE: e(
    503,
    '지금은 로그인 제공자에 연결할 수 없습니다. 학번(교번)과 비밀번호로 로그인하거나 잠시 후 다시 시도해 주세요.',
  ),
  OVERLOADED: e(503, '이용자가 너무 많습니다. 잠시 후 다시 시도해 주세요.'),
  STORAGE_UNAVAILABLE: e(
    503,
    '지금은 파일을 올리거나 받을 수 없습니다. 글과 댓글은 쓸 수 있으니 잠시 후 다시 시도해 주세요.',
  ),
  STORAGE_FULL: e(507, '저장 공간이 부족합니다. 관리자에게 알려 주세요.'),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERRORS;

export interface FieldError {
  field: string;
  message: string;
}

/** Body of every response with a status of 400 or more. */
export interface ErrorBody {
  error: ErrorCode;
  message: string;
  errors?: FieldError[];
  /** With ROOM_EXISTS: the existing chat room. */
  roomId?: number;
  /** With SECOND_STEP_REQUIRED: the token for the second step of the login, and whether a passkey can be it. */
  secondStep?: { token: string; hasPasskey: boolean };
  /**
   * With LECTURE_OVERLAP and ENTRY_OVERLAP: what the timetable has at that time; `isEntry` marks private
   * entries. With PLAN_BLOCKED: what is in the way. With LECTURE_EXISTS and the codes of rooms: the lecture.
   */
  conflicts?: { id: number; title: string; isEntry?: true }[];
  requestId: string;
}

function e(status: number, message: string): CatalogueEntry {
  return { status, message };
}
