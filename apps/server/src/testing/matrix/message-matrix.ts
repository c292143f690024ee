import {
  authorOrStaff,
  type Cells,
  forAll,
  from,
  MADE,
  type MatrixLine,
  OK,
  own,
  roomMemberOnly,
  signedIn,
} from './cells.ts';

export const CHAT_MATRIX: readonly MatrixLine[] = [
  { call: 'POST /api/mail/new', cells: own(MADE, 403) },
  { call: 'POST /api/mail/item/:postId', cells: signedIn(MADE) },
  { call: 'PUT /api/mail/read-room/:roomId', cells: roomMemberOnly() },
  { call: 'DELETE /api/mail/exit-room/:roomId', cells: roomMemberOnly() },
  { call: 'GET /api/mail/my-room', cells: signedIn() },
  { call: 'GET /api/mail/check-new', cells: signedIn() },
  { call: 'GET /api/mail/messages/:roomId', cells: roomMemberOnly() },
  { call: 'POST /api/mail/send-mail/:roomId', cells: roomMemberOnly() },
  { call: 'POST /api/mail/send-picture/:roomId', cells: roomMemberOnly(MADE) },
  { call: 'DELETE /api/mail/messages/:roomId/:messageId', cells: roomMemberOnly() },
  { call: 'PUT /api/mail/reaction/:roomId/:messageId', cells: roomMemberOnly() },
  { call: 'DELETE /api/mail/reaction/:roomId/:messageId', cells: roomMemberOnly() },
  { call: 'GET /api/mail/reactions/:roomId/:messageId', cells: roomMemberOnly() },
  { call: 'POST /api/mail/rejoin-room/:roomId', cells: roomMemberOnly() },
  { call: 'PUT /api/mail/mute-room/:roomId', cells: roomMemberOnly() },
  { call: 'GET /api/mail/lecture/:lectureId', cells: signedIn() },
  { call: 'POST /api/mail/lecture/:lectureId', cells: authorOrStaff },
  { call: 'GET /api/mail/members/:roomId', cells: roomMemberOnly() },
  {
    call: 'POST /api/mail/lecture/:lectureId/remove/:messageId',
    cells: from('MANAGER', OK, 403),
  },
  { call: 'GET /api/mail/search/:roomId', cells: roomMemberOnly() },
  { call: 'GET /api/mail/picture-presign', cells: signedIn() },
  { call: 'PUT /files/chat-upload/:token', cells: forAll(OK, OK, 403) },
  { call: 'GET /files/chat/:name', cells: forAll(OK) },
];

/** Lines of the role matrix for devices and digests. */
export const PUSH_LINES: readonly { call: string; cells: Cells }[] = [
  { call: 'GET /api/push', cells: signedIn() },
  { call: 'PUT /api/push/device', cells: signedIn() },
  { call: 'DELETE /api/push/device', cells: signedIn() },
  { call: 'PUT /api/push/choices', cells: signedIn() },
  { call: 'GET /api/member/digest', cells: signedIn() },
  { call: 'PUT /api/member/digest', cells: signedIn() },
  { call: 'POST /api/digest/stop/:token', cells: forAll(OK) },
  { call: 'GET /api/digest/stop/:token', cells: forAll(302) },
];
