import * as z from 'zod/mini';
import {
  clientIdField,
  dateSchema,
  idField,
  idParam,
  intQuery,
  messageSchema,
  textField,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

export const chatMessageSchema = z.object({
  id: z.number(),
  senderId: z.number(),
  content: z.string(),
  date: dateSchema,
  /** Client-generated id, so that an optimistic message is not shown twice. */
  clientId: z.nullable(z.string()),
});
export type ChatMessage = z.output<typeof chatMessageSchema>;

export const chatRoomSchema = z.object({
  roomId: z.number(),
  /** The other member. A withdrawn or suspended member has no name. */
  partner: z.object({
    id: z.number(),
    nickName: z.string(),
    profileThumbnails: z.nullable(z.string()),
    isLeft: z.boolean(),
  }),
  newMailCount: z.number(),
  /** Newest message that is visible to the viewer. */
  lastMessage: z.nullable(z.string()),
  lastDate: z.nullable(dateSchema),
  /** False after the friendship ended, after a block, or when the partner is gone. */
  canSend: z.boolean(),
});
export type ChatRoom = z.output<typeof chatRoomSchema>;

export const chatMessageField = textField(
  LIMITS.chatMessageMax,
  '메시지를 입력해 주세요.',
  TEXTS.chatMessageLength,
);

const roomParams = z.object({ roomId: idParam });

export const chatRoutes = {
  create: post('/api/mail/new', 'signedIn', {
    summary: 'Open a room with a friend; 409 with the roomId when there is one',
    query: z.object({ id: idParam }),
    status: 201,
    response: z.object({ roomId: z.number(), message: z.string() }),
    errors: ['ROOM_EXISTS', 'NOT_FRIENDS', 'FRIEND_SELF', 'MEMBER_UNKNOWN'],
  }),
  read: put('/api/mail/read-room/:roomId', 'signedIn', {
    summary: 'Mark a room as read up to its newest message',
    params: roomParams,
    response: messageSchema,
    errors: ['ROOM_NOT_FOUND'],
  }),
  leave: del('/api/mail/exit-room/:roomId', 'signedIn', {
    summary: 'Leave a room; its messages so far are hidden for the caller',
    params: roomParams,
    response: messageSchema,
    errors: ['ROOM_NOT_FOUND'],
  }),
  rooms: get('/api/mail/my-room', 'signedIn', {
    summary: 'Rooms of the caller, newest message first',
    response: z.object({ roomDtos: z.array(chatRoomSchema) }),
  }),
  checkNew: get('/api/mail/check-new', 'signedIn', {
    summary: 'Number of rooms with unread messages, blocked members aside',
    response: z.object({ newMailCount: z.number() }),
  }),
  messages: get('/api/mail/messages/:roomId', 'signedIn', {
    summary: 'Messages before `beforeId` (not included), oldest first; `last`: nothing older',
    params: roomParams,
    query: z.object({
      beforeId: z.optional(idParam),
      size: intQuery(1, LIMITS.postPageSizeMax, LIMITS.mailPageSize),
    }),
    response: z.object({
      messages: z.array(chatMessageSchema),
      last: z.boolean(),
      /** The partner has read up to this message. */
      partnerReadId: z.number(),
    }),
    errors: ['ROOM_NOT_FOUND'],
  }),
  send: post('/api/mail/send-mail/:roomId', 'signedIn', {
    summary: 'Send a message to the partner; a repeated clientId sends it once',
    params: roomParams,
    body: z.object({
      content: chatMessageField,
      /** Ignored; the room determines the partner. */
      partnerId: z.nullish(idField),
      clientId: clientIdField,
    }),
    status: 201,
    response: z.object({ sentMessage: chatMessageSchema }),
    errors: ['ROOM_NOT_FOUND', 'NOT_FRIENDS', 'MAIL_THROTTLED'],
  }),
};
