import {
  authorOnly,
  authorOrStaff,
  forAll,
  from,
  MADE,
  type MatrixLine,
  OK,
  roomMemberOnly,
  signedIn,
} from './cells.ts';

/** Calls about what the caller follows; the post is that of another member. */
const FOLLOW_LINES: readonly MatrixLine[] = [
  { call: 'GET /api/member/follows', cells: signedIn() },
  { call: 'PUT /api/post/:id/follow', cells: signedIn() },
  { call: 'PUT /api/board/follow', cells: signedIn() },
  { call: 'GET /api/member/alert-words', cells: signedIn() },
  { call: 'POST /api/member/alert-words', cells: signedIn() },
  { call: 'DELETE /api/member/alert-words', cells: signedIn() },
  { call: 'GET /api/member/feeds', cells: signedIn() },
  { call: 'PUT /api/member/feeds/:kind', cells: signedIn() },
  { call: 'DELETE /api/member/feeds/:kind', cells: signedIn() },
  // The address alone opens it, whoever asks.
  { call: 'GET /feeds/:secret/:file', variant: 'NOTICES', cells: forAll(OK) },
  { call: 'GET /feeds/:secret/:file', variant: 'ACADEMIC', cells: forAll(OK) },
  { call: 'GET /feeds/:secret/:file', variant: 'TIMETABLE', cells: forAll(OK) },
  { call: 'GET /feeds/:secret/:file', variant: 'BOOKINGS', cells: forAll(OK) },
];

/** Calls on a must-read notice, which a SYSTEM member wrote on the board of the student council. */
const MUST_READ_MATRIX: readonly MatrixLine[] = [
  { call: 'GET /api/member/must-reads', cells: signedIn() },
  // Asks students and the student council.
  {
    call: 'POST /api/post/:id/must-read/confirm',
    cells: [401, 409, OK, 409, OK, 409, 409, 409, null, null],
  },
  { call: 'GET /api/post/:id/must-read', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'POST /api/post/:id/must-read/remind', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'GET /api/post/:id/must-read/export', cells: from('STUDENT_COUNCIL', OK, 403) },
  {
    call: 'GET /api/post/:id/must-read/export',
    variant: 'for groups',
    cells: from('MANAGER', OK, 403),
  },
];

/** Calls on the poll of a post, in which everybody has voted who may. */
const POLL_MATRIX: readonly MatrixLine[] = [
  { call: 'GET /api/post/:id/poll', cells: signedIn() },
  { call: 'PUT /api/post/:id/poll/vote', cells: from('STUDENT', OK, 403) },
  { call: 'GET /api/post/:id/poll/voters', cells: from('STUDENT', OK, 403) },
];

/** Calls on a recruiting post; the caller has applied, or wrote it where its author is asked for. */
const TEAM_MATRIX: readonly MatrixLine[] = [
  { call: 'GET /api/team/:id', cells: signedIn() },
  { call: 'PUT /api/team/:id/application', cells: from('STUDENT', OK, 403) },
  { call: 'DELETE /api/team/:id/application', cells: signedIn() },
  { call: 'PUT /api/team/:id/application/:memberId', cells: authorOnly },
  { call: 'PUT /api/team/:id/state', cells: authorOnly },
  { call: 'POST /api/team/:id/room', cells: roomMemberOnly() },
  { call: 'GET /api/team/mine', cells: signedIn() },
  { call: 'POST /api/team/:id/remove/:messageId', cells: roomMemberOnly() },
];

/** Calls on petitions that the office answers. */
const PETITION_MATRIX: readonly MatrixLine[] = [
  { call: 'GET /api/petitions', cells: signedIn() },
  { call: 'GET /api/petitions/rules', cells: signedIn() },
  { call: 'GET /api/petitions/similar', cells: from('STUDENT', OK, 403) },
  { call: 'GET /api/petitions/:id', cells: signedIn() },
  { call: 'POST /api/petitions', cells: from('STUDENT', MADE, 403) },
  { call: 'PUT /api/petitions/:id/signature', cells: from('STUDENT', OK, 403) },
  { call: 'POST /api/petitions/:id/withdraw', cells: authorOnly },
  { call: 'POST /api/petitions/:id/close', cells: from('MANAGER', OK, 403) },
  { call: 'POST /api/petitions/:id/redact', cells: from('ADMIN', OK, 403) },
  // The very role that answers, and ADMIN.
  {
    call: 'POST /api/petitions/:id/answer',
    cells: [401, 403, 403, 403, 403, OK, OK, 403, null, null],
  },
];

/** Calls on the posts of boards and on what members keep of them. */
export const POST_MATRIX: readonly MatrixLine[] = [
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
  { call: 'POST /api/post/post-up', variant: 'TEAM', cells: from('STUDENT', MADE, 403) },
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
  { call: 'GET /api/post/similar-questions', cells: from('STUDENT', OK, 403) },
  { call: 'GET /api/post/link-cards', cells: signedIn() },
  { call: 'POST /api/post/:id/accept', cells: authorOrStaff },
  { call: 'POST /api/admin/notices', cells: from('ADMIN', MADE, 403) },
  { call: 'PUT /api/admin/notices/:id', cells: from('ADMIN', OK, 403) },
  { call: 'GET /api/admin/notice-reach', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'GET /api/admin/scheduled-notices', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'POST /api/admin/scheduled-notices', cells: from('STUDENT_COUNCIL', MADE, 403) },
  { call: 'GET /api/admin/scheduled-notices/:id', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'PUT /api/admin/scheduled-notices/:id', cells: from('STUDENT_COUNCIL', OK, 403) },
  {
    call: 'POST /api/admin/scheduled-notices/:id/publish',
    cells: from('STUDENT_COUNCIL', OK, 403),
  },
  { call: 'DELETE /api/admin/scheduled-notices/:id', cells: from('STUDENT_COUNCIL', OK, 403) },
  ...MUST_READ_MATRIX,
  ...TEAM_MATRIX,
  ...POLL_MATRIX,
  ...PETITION_MATRIX,
  { call: 'PUT /api/post/:id/pin', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'DELETE /api/post/:id/pin', cells: from('STUDENT_COUNCIL', OK, 403) },
  { call: 'GET /api/post/:id/around', cells: signedIn() },
  { call: 'GET /api/search', cells: signedIn() },
  { call: 'GET /api/member/drafts', cells: signedIn() },
  { call: 'GET /api/member/drafts/:place', cells: signedIn() },
  { call: 'PUT /api/member/drafts/:place', cells: signedIn() },
  { call: 'DELETE /api/member/drafts/:place', cells: signedIn() },
  { call: 'GET /api/board/news', cells: signedIn() },
  { call: 'PUT /api/board/visit', cells: signedIn() },
  ...FOLLOW_LINES,
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
];
