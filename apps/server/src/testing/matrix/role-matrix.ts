import { ROLES, type Role } from '@naru/contract/roles';

/**
 * Columns of the role matrix: anonymous, each role, and for calls on owned objects a student who
 * owns the object and one who does not. Role columns act on another member's object.
 */
export const COLUMNS = ['An', ...ROLES, 'Own', 'Non'] as const;
export type Column = 'An' | Role | 'Own' | 'Non';

type Cells = readonly (number | null)[];

interface Line {
  /** Method and path of the contract. */
  call: string;
  /** One of several kinds of request to the same call. */
  variant?: string;
  /** Expected status per column, in the order of COLUMNS; null: not applicable. */
  cells: Cells;
}

const OK = 200;
const MADE = 201;

const forAll = (status: number, ...owner: number[]): Cells => [
  ...COLUMNS.slice(0, 8).map(() => status),
  ...(owner.length > 0 ? owner : [null, null]),
];
/** 401 without a token, `below` up to the role before `from`, `status` from there on. */
const from = (role: Role, status: number, below: number, ...owner: number[]): Cells => [
  401,
  ...ROLES.map((one) => (ROLES.indexOf(one) >= ROLES.indexOf(role) ? status : below)),
  ...(owner.length > 0 ? owner : [null, null]),
];
/** Not even SYSTEM, which ranks above ADMIN. */
const adminOnly = (status: number): Cells => [
  401,
  ...ROLES.map((one) => (one === 'ADMIN' ? status : 403)),
  null,
  null,
];
const signedIn = (status = OK): Cells => from('USER', status, status);
const authorOnly: Cells = from('USER', 403, 403, OK, 403);
/** For calls on objects the caller participates in; the role columns participate too. */
const own = (status: number, foreign: number): Cells =>
  from('USER', status, status, status, foreign);
const roomMemberOnly = (status = OK): Cells => from('USER', 404, 404, status, 404);
const authorOrStaff: Cells = from('MANAGER', OK, 403, OK, 403);

const LECTURE_UP = 'POST /api/post/lecture-post-up';
const LECTURE_COMMENT = 'POST /api/lecture-room/:postId/comments';
const LECTURE_ANSWER = '/api/lecture-room/:lectureId/posts/:postId/answer';

export const ROLE_MATRIX: readonly Line[] = [
  { call: 'POST /api/auth/refresh', cells: forAll(OK) },
  { call: 'POST /api/api/auth/refresh', cells: forAll(OK) },
  { call: 'POST /api/member/login', cells: forAll(OK) },
  { call: 'POST /api/member/logout', cells: signedIn() },
  { call: 'POST /api/auth/check-duplicate', cells: forAll(OK) },
  { call: 'POST /api/auth/email-check', cells: forAll(OK) },
  { call: 'POST /api/auth/verify-code', cells: forAll(OK) },
  { call: 'POST /api/member/join', cells: forAll(MADE) },
  { call: 'POST /api/member/verify-id', cells: forAll(OK) },
  { call: 'POST /api/member/reset-password/no-login', cells: forAll(OK) },
  { call: 'GET /api/member/me', cells: signedIn() },
  { call: 'GET /api/member/my-roles', cells: signedIn() },
  { call: 'GET /api/member/summary/:id', cells: signedIn() },

  { call: 'POST /api/member/verify-password', cells: signedIn() },
  { call: 'POST /api/member/reset-password', cells: signedIn() },
  { call: 'POST /api/member/set-nickname', cells: signedIn() },
  { call: 'GET /api/member/study-year', cells: signedIn() },
  { call: 'PUT /api/member/study-year', cells: signedIn() },
  { call: 'POST /api/member/set-intro', cells: signedIn() },
  { call: 'POST /api/member/set-email', cells: signedIn() },
  { call: 'POST /api/member/set-email-visibility', cells: signedIn() },
  { call: 'GET /api/member/notice-choices', cells: signedIn() },
  { call: 'PUT /api/member/notice-choices', cells: signedIn() },
  { call: 'POST /api/member/set-profile-image', cells: signedIn() },
  { call: 'DELETE /api/member/delete-profile-image', cells: signedIn() },
  { call: 'GET /api/member/sessions', cells: signedIn() },
  { call: 'DELETE /api/member/sessions/:id', cells: own(OK, 404) },
  { call: 'DELETE /api/member/sessions', cells: signedIn() },
  { call: 'GET /api/member/export', cells: signedIn() },
  { call: 'DELETE /api/member/me', cells: signedIn() },

  { call: 'GET /api/friend/search', cells: signedIn() },
  { call: 'POST /api/friend/add-friend', cells: signedIn(MADE) },
  { call: 'POST /api/friend/accept-friend', cells: own(OK, 404) },
  { call: 'POST /api/friend/decline-friend', cells: own(OK, 404) },
  { call: 'GET /api/friend/request-friend-list', cells: signedIn() },
  { call: 'GET /api/friend/my-friends', cells: signedIn() },
  { call: 'DELETE /api/friend/:id', cells: own(OK, 404) },
  { call: 'POST /api/friend/block', cells: signedIn() },
  { call: 'DELETE /api/friend/block/:id', cells: signedIn() },
  { call: 'GET /api/friend/blocks', cells: signedIn() },
  { call: 'POST /api/mail/new', cells: own(MADE, 403) },
  { call: 'PUT /api/mail/read-room/:roomId', cells: roomMemberOnly() },
  { call: 'DELETE /api/mail/exit-room/:roomId', cells: roomMemberOnly() },
  { call: 'GET /api/mail/my-room', cells: signedIn() },
  { call: 'GET /api/mail/check-new', cells: signedIn() },
  { call: 'GET /api/mail/messages/:roomId', cells: roomMemberOnly() },
  { call: 'POST /api/mail/send-mail/:roomId', cells: roomMemberOnly(MADE) },
  { call: 'GET /api/member/my-notices', cells: signedIn() },
  { call: 'POST /api/notice/read/:id', cells: from('USER', 404, 404, OK, 404) },
  { call: 'POST /api/notice/read-post/:id', cells: signedIn() },
  { call: 'POST /api/notice/read-all', cells: signedIn() },

  { call: 'GET /api/events', cells: signedIn() },

  { call: 'GET /api/post', cells: signedIn() },
  { call: 'GET /api/post', variant: 'SECRET', cells: signedIn() },
  { call: 'GET /api/post', variant: 'POPULAR', cells: signedIn() },
  { call: 'GET /api/post/:id', cells: signedIn() },
  { call: 'GET /api/post/:id', variant: 'SECRET', cells: signedIn() },
  { call: 'GET /api/post/:id', variant: 'lecture post', cells: signedIn(404) },
  { call: 'POST /api/post/post-up', variant: 'FREE', cells: from('STUDENT', MADE, 403) },
  { call: 'POST /api/post/post-up', variant: 'SECRET', cells: from('STUDENT', MADE, 403) },
  { call: 'POST /api/post/post-up', variant: 'REVIEW', cells: from('STUDENT', MADE, 403) },
  { call: 'POST /api/post/post-up', variant: 'QNA', cells: from('STUDENT', MADE, 403) },
  { call: 'POST /api/post/post-up', variant: 'MARKET', cells: from('STUDENT', MADE, 403) },
  { call: 'POST /api/post/post-up', variant: 'NOTICE', cells: from('MANAGER', MADE, 403) },
  {
    call: 'POST /api/post/post-up',
    variant: 'NOTICE_SC',
    cells: from('STUDENT_COUNCIL', MADE, 403),
  },
  { call: 'POST /api/post/post-up', variant: 'NOTICE_UNIV', cells: from('SYSTEM', MADE, 403) },
  { call: 'POST /api/post/post-up', variant: 'NOTICE_DEPT', cells: from('SYSTEM', MADE, 403) },
  { call: 'POST /api/post/post-up', variant: 'POPULAR', cells: signedIn(400) },
  { call: 'POST /api/post/post-up', variant: 'LECTURE_Q', cells: signedIn(400) },
  { call: 'POST /api/post/post-up', variant: 'unknown', cells: signedIn(400) },
  { call: 'PUT /api/post/post-up/:postId', cells: authorOnly },
  { call: 'PUT /api/post/post-up/:postId', variant: 'SECRET', cells: authorOnly },
  { call: 'DELETE /api/post/:id', cells: authorOrStaff },
  { call: 'DELETE /api/post/:id', variant: 'SECRET', cells: authorOrStaff },
  { call: 'DELETE /api/post/:id', variant: 'lecture post', cells: authorOrStaff },
  { call: 'DELETE /api/post/:id', variant: 'lecture SECRET', cells: authorOrStaff },
  {
    call: 'DELETE /api/post/:id',
    variant: 'lecture own room',
    cells: from('PROFESSOR', OK, 403),
  },
  { call: 'GET /api/post/:boardType/summary', cells: signedIn() },
  { call: 'POST /api/post/summary-multi', cells: signedIn() },
  { call: 'GET /api/post/link-cards', cells: signedIn() },
  { call: 'POST /api/post/:id/accept', cells: authorOrStaff },
  { call: 'POST /api/admin/notices', cells: from('ADMIN', MADE, 403) },
  { call: 'PUT /api/admin/notices/:id', cells: from('ADMIN', OK, 403) },
  { call: 'GET /api/admin/notice-reach', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'GET /api/admin/scheduled-notices', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'POST /api/admin/scheduled-notices', cells: from('STUDENT_COUNCIL', MADE, 403) },
  { call: 'GET /api/admin/scheduled-notices/:id', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'PUT /api/admin/scheduled-notices/:id', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'DELETE /api/admin/scheduled-notices/:id', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'PUT /api/post/:id/pin', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'DELETE /api/post/:id/pin', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'POST /api/post/favorites', cells: signedIn() },
  { call: 'DELETE /api/post/favorites', cells: signedIn() },
  { call: 'POST /api/board/favorites', cells: signedIn() },
  { call: 'DELETE /api/board/favorites', cells: signedIn() },
  { call: 'POST /api/post/:id/like', cells: signedIn() },
  { call: 'POST /api/post/:id/like', variant: 'lecture post', cells: signedIn() },
  { call: 'POST /api/post/:id/unlike', cells: signedIn() },
  { call: 'POST /api/post/:id/scrap', cells: signedIn() },
  { call: 'POST /api/post/:id/unScrap', cells: signedIn() },
  { call: 'GET /api/post/my-posts', cells: signedIn() },
  { call: 'GET /api/post/like', cells: signedIn() },
  { call: 'GET /api/post/scraps', cells: signedIn() },

  { call: 'GET /api/post/:id/comments', cells: signedIn() },
  { call: 'GET /api/post/:commentId/replies', cells: signedIn() },
  { call: 'GET /api/comment/:id/location', cells: signedIn() },
  { call: 'POST /api/post/:id/comments', cells: from('STUDENT', MADE, 403) },
  { call: 'POST /api/post/:id/comments', variant: 'SECRET', cells: from('STUDENT', MADE, 403) },
  { call: 'POST /api/post/:id/comments', variant: 'reply', cells: from('STUDENT', MADE, 403) },
  { call: 'PUT /api/comment/:id', cells: authorOnly },
  { call: 'PUT /api/comment/:id', variant: 'SECRET', cells: authorOnly },
  { call: 'DELETE /api/comment/:id', cells: authorOrStaff },
  { call: 'DELETE /api/comment/:id', variant: 'SECRET', cells: authorOrStaff },
  { call: 'DELETE /api/comment/:id', variant: 'own room', cells: from('PROFESSOR', OK, 403) },
  { call: 'DELETE /api/comment/:id', variant: 'NOTICE', cells: from('MANAGER', OK, 403) },
  {
    call: 'DELETE /api/comment/:id',
    variant: 'NOTICE_SC',
    cells: from('STUDENT_COUNCIL', OK, 403),
  },
  { call: 'POST /api/comment/:id/like', cells: signedIn() },
  { call: 'POST /api/comment/:id/unlike', cells: signedIn() },
  { call: 'GET /api/post/my-comments', cells: signedIn() },

  { call: 'GET /api/lecture-room/list', cells: signedIn() },
  { call: 'GET /api/lecture-room/terms', cells: signedIn() },
  { call: 'GET /api/lecture-room/mark', cells: signedIn() },
  { call: 'POST /api/lecture-room/mark', cells: signedIn() },
  { call: 'DELETE /api/lecture-room/mark', cells: signedIn() },
  { call: 'GET /api/lecture-room/timetable.ics', cells: signedIn() },
  { call: 'POST /api/lecture-room', cells: from('STUDENT', MADE, 403) },
  { call: 'GET /api/lecture-room/:lectureId', cells: signedIn() },
  { call: 'PUT /api/lecture-room/:lectureId', cells: from('ADMIN', OK, 403, OK, 403) },
  { call: 'DELETE /api/lecture-room/:lectureId', cells: from('ADMIN', OK, 403, OK, 403) },
  { call: 'POST /api/lecture-room/:lectureId/seen', cells: signedIn() },
  { call: 'GET /api/lecture-room/:lectureId/stats', cells: signedIn() },
  { call: 'GET /api/lecture-room/posts', cells: signedIn() },
  { call: 'GET /api/lecture-room/waiting', cells: from('PROFESSOR', OK, 403) },
  { call: 'GET /api/post/:lectureId/:postId', cells: signedIn() },
  { call: 'GET /api/post/:lectureId/:postId', variant: 'SECRET', cells: signedIn() },
  { call: LECTURE_UP, variant: 'LECTURE_Q', cells: from('STUDENT', MADE, 403) },
  { call: LECTURE_UP, variant: 'SECRET', cells: from('STUDENT', MADE, 403) },
  { call: LECTURE_UP, variant: 'LECTURE_R', cells: from('STUDENT', MADE, 403) },
  { call: LECTURE_UP, variant: 'LECTURE_REF', cells: from('STUDENT', MADE, 403) },
  { call: LECTURE_UP, variant: 'LECTURE_N own room', cells: from('PROFESSOR', MADE, 403) },
  { call: LECTURE_UP, variant: 'LECTURE_N', cells: from('STUDENT_COUNCIL', MADE, 403) },
  { call: LECTURE_UP, variant: 'notice', cells: from('STUDENT', 400, 403) },
  { call: 'PUT /api/post/lecture-post-up/:postId', cells: authorOnly },
  { call: 'PUT /api/post/lecture-post-up/:postId', variant: 'SECRET', cells: authorOnly },
  { call: 'GET /api/post/lecture/:postId/comments', cells: signedIn() },
  { call: LECTURE_COMMENT, cells: from('STUDENT', MADE, 403) },
  { call: LECTURE_COMMENT, variant: 'SECRET', cells: from('STUDENT', MADE, 403) },
  { call: `PUT ${LECTURE_ANSWER}`, cells: from('MANAGER', OK, 403) },
  { call: `PUT ${LECTURE_ANSWER}`, variant: 'own room', cells: from('PROFESSOR', OK, 403) },
  { call: `DELETE ${LECTURE_ANSWER}`, cells: from('MANAGER', OK, 403) },
  { call: `DELETE ${LECTURE_ANSWER}`, variant: 'own room', cells: from('PROFESSOR', OK, 403) },
  { call: 'GET /api/attachments/presign', cells: signedIn() },
  { call: 'PUT /files/attachment-upload/:token', cells: forAll(OK, OK, 403) },
  { call: 'GET /files/attachments/:token', cells: forAll(OK) },

  { call: 'GET /api/Menu/:year/:month/:day', cells: signedIn() },
  { call: 'GET /api/menu/:year/:month/:day', cells: signedIn() },
  { call: 'GET /api/banners', cells: signedIn() },
  { call: 'GET /api/banners/all', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'GET /api/banners/video-presign', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'PUT /files/video-upload/:token', cells: forAll(OK, OK, 403) },
  { call: 'GET /files/videos/:name', cells: forAll(OK) },
  { call: 'POST /api/banners', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'DELETE /api/banners/:id', cells: from('STUDENT_COUNCIL', OK, 403) },

  { call: 'GET /api/admin/stats', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'GET /api/admin/today-posts', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'GET /api/admin/today-comments', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'GET /api/admin/menus', cells: from('MANAGER', OK, 403) },
  { call: 'PUT /api/admin/menus/:date', cells: from('MANAGER', OK, 403) },
  { call: 'PUT /api/admin/menus', cells: from('MANAGER', OK, 403) },
  { call: 'POST /api/admin/menus/import', cells: from('MANAGER', OK, 403) },
  { call: 'POST /api/admin/lectures/import', cells: from('MANAGER', OK, 403) },
  { call: 'GET /api/admin/settings', cells: from('ADMIN', OK, 403) },
  { call: 'GET /api/admin/identity', cells: from('ADMIN', OK, 403) },
  { call: 'PUT /api/admin/identity', cells: from('ADMIN', OK, 403) },
  { call: 'PUT /api/admin/settings', cells: from('ADMIN', OK, 403) },

  { call: 'GET /api/aws/S3/presign', cells: from('STUDENT', OK, 403) },
  { call: 'PUT /files/upload/:token', cells: forAll(OK, OK, 403) },
  { call: 'GET /files/:name', cells: forAll(OK) },

  { call: 'POST /api/inquiry', cells: signedIn(MADE) },
  { call: 'GET /api/inquiries', cells: from('ADMIN', OK, 403) },
  { call: 'GET /api/inquiries/my', cells: signedIn() },
  { call: 'GET /api/inquiries/:id', cells: from('ADMIN', OK, 404, OK, 404) },
  { call: 'POST /api/inquiry/:id/complete', cells: from('ADMIN', OK, 403) },
  { call: 'POST /api/inquiry/:id/follow-up', cells: from('ADMIN', MADE, 403) },
  { call: 'POST /api/inquiry/:id/grant', cells: from('ADMIN', OK, 403) },
  { call: 'GET /api/admin/search-users', cells: from('ADMIN', OK, 403) },
  { call: 'POST /api/admin/grant-role', cells: from('ADMIN', OK, 403) },
  { call: 'DELETE /api/admin/revoke-role', cells: from('ADMIN', OK, 403) },
  { call: 'POST /api/admin/members/:id/correct', cells: from('ADMIN', OK, 403) },
  { call: 'POST /api/admin/members/:id/suspend', cells: from('ADMIN', OK, 403) },
  { call: 'POST /api/admin/members/:id/lift', cells: from('ADMIN', OK, 403) },
  { call: 'GET /api/admin/audit/export', cells: from('ADMIN', OK, 403) },
  { call: 'GET /api/admin/audit', cells: from('ADMIN', OK, 403) },
  { call: 'GET /api/admin/reports', cells: from('MANAGER', OK, 403) },
  { call: 'GET /api/admin/reports/:id/history', cells: from('MANAGER', OK, 403) },
  { call: 'POST /api/admin/reports/:id/decide', cells: from('MANAGER', OK, 403) },
  { call: 'GET /api/admin/work', cells: from('MANAGER', OK, 403) },
  { call: 'GET /api/member/work-emails', cells: from('MANAGER', OK, 403) },
  { call: 'PUT /api/member/work-emails', cells: from('MANAGER', OK, 403) },
  { call: 'GET /api/admin/removed', cells: from('MANAGER', OK, 403) },
  { call: 'GET /api/admin/removed/:type/:id', cells: from('MANAGER', OK, 403) },
  { call: 'POST /api/admin/removed/:type/:id/restore', cells: from('MANAGER', OK, 403) },
  { call: 'POST /api/admin/reveals', cells: adminOnly(MADE) },
  { call: 'GET /api/admin/reveals', cells: from('ADMIN', OK, 403) },
  { call: 'GET /api/admin/reveals/readiness', cells: from('ADMIN', OK, 403) },
  { call: 'GET /api/admin/reveals/:id', cells: from('ADMIN', OK, 403) },
  { call: 'POST /api/admin/reveals/:id/approve', cells: adminOnly(OK) },
  { call: 'POST /api/admin/reveals/:id/reject', cells: adminOnly(OK) },

  { call: 'GET /api/member/my-handled', cells: signedIn() },
  { call: 'GET /api/member/my-handled/:type/:id', cells: roomMemberOnly() },
  { call: 'POST /api/member/my-handled/:type/:id/objection', cells: roomMemberOnly(MADE) },
  { call: 'POST /api/suspension/read', cells: forAll(OK) },
  { call: 'POST /api/suspension/objection', cells: forAll(MADE) },

  { call: 'GET /api/health', cells: forAll(OK) },
  { call: 'GET /api/config', cells: forAll(OK) },
  { call: 'GET /api/documents/:document', cells: forAll(OK) },
  { call: 'POST /api/admin/documents/:document', cells: from('ADMIN', OK, 403) },
  { call: 'GET /api/member/consents', cells: signedIn() },
  { call: 'POST /api/member/consents', cells: signedIn() },
  { call: 'POST /api/csp-report', cells: forAll(204) },
  { call: 'GET /api/dev/outbox', cells: forAll(OK) },
  { call: 'GET /dev/outbox', cells: forAll(OK) },
];

/** Documentation outside the contract: public, contains no data. */
export const DOCUMENTATION = /^(GET|HEAD) \/api\/(openapi\.json|docs(\/.*)?)$/;
