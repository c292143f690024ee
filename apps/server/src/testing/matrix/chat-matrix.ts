import { forAll, MADE, type MatrixLine, OK, own, roomMemberOnly, signedIn } from './cells.ts';

export const CHAT_MATRIX: readonly MatrixLine[] = [
  { call: 'POST /api/mail/new', cells: own(MADE, 403) },
  { call: 'POST /api/mail/item/:postId', cells: signedIn(MADE) },
  { call: 'PUT /api/mail/read-room/:roomId', cells: roomMemberOnly() },
  { call: 'DELETE /api/mail/exit-room/:roomId', cells: roomMemberOnly() },
  { call: 'GET /api/mail/my-room', cells: signedIn() },
  { call: 'GET /api/mail/check-new', cells: signedIn() },
  { call: 'GET /api/mail/messages/:roomId', cells: roomMemberOnly() },
  { call: 'POST /api/mail/send-mail/:roomId', cells: roomMemberOnly(MADE) },
  { call: 'POST /api/mail/send-picture/:roomId', cells: roomMemberOnly(MADE) },
  { call: 'DELETE /api/mail/messages/:roomId/:messageId', cells: roomMemberOnly() },
  { call: 'GET /api/mail/search/:roomId', cells: roomMemberOnly() },
  { call: 'GET /api/mail/picture-presign', cells: signedIn() },
  { call: 'PUT /files/chat-upload/:token', cells: forAll(OK, OK, 403) },
  { call: 'GET /files/chat/:name', cells: forAll(OK) },
];
