import * as z from 'zod/mini';
import {
  chatMessageSchema,
  chatReactionsSchema,
  messageParams,
  reactionField,
  roomParams,
} from './chat.ts';
import { idParam, messageSchema, textField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { fileAddress } from './own-files.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

const lectureParams = z.object({ lectureId: idParam });
const reactionsOf = z.object({ reactions: chatReactionsSchema });
const chatMemberSchema = z.object({
  id: z.number(),
  nickName: z.string(),
  profileThumbnails: z.nullable(fileAddress),
});

/** Reactions, the rooms of lectures, and what a member decides about a room. */
export const chatRoomRoutes = {
  rejoin: post('/api/mail/rejoin-room/:roomId', 'signedIn', {
    summary: 'Undo the leaving of a room within 10 minutes, with its messages and unread ones',
    params: roomParams,
    response: messageSchema,
    errors: ['ROOM_NOT_FOUND'],
  }),
  mute: put('/api/mail/mute-room/:roomId', 'signedIn', {
    summary: 'Keep a room off the devices of the caller, or let it on again',
    params: roomParams,
    body: z.object({ muted: z.boolean() }),
    response: z.object({ isMuted: z.boolean() }),
    errors: ['ROOM_NOT_FOUND'],
  }),
  lecture: get('/api/mail/lecture/:lectureId', 'signedIn', {
    summary: 'The chat room of a lecture; `roomId` is null until the caller joined',
    params: lectureParams,
    response: z.object({
      roomId: z.nullable(z.number()),
      memberCount: z.number(),
      newMailCount: z.number(),
      /** The caller belongs to the lecture, whose term is not over. */
      canJoin: z.boolean(),
    }),
    errors: ['LECTURE_NOT_FOUND'],
  }),
  join: post('/api/mail/lecture/:lectureId', 'signedIn', {
    summary:
      'Join the chat room of a lecture in the timetable, or as its professor; repeating is harmless',
    params: lectureParams,
    response: z.object({ roomId: z.number() }),
    errors: [
      'LECTURE_NOT_FOUND',
      'LECTURE_CHAT_DENIED',
      'LECTURE_CHAT_CLOSED',
      'LECTURE_CHAT_FULL',
    ],
  }),
  members: get('/api/mail/members/:roomId', 'signedIn', {
    summary: 'Members of the chat room of a lecture',
    params: roomParams,
    response: z.object({ members: z.array(chatMemberSchema) }),
    errors: ['ROOM_NOT_FOUND'],
  }),
  remove: post('/api/mail/lecture/:lectureId/remove/:messageId', 'PROFESSOR', {
    summary: 'Remove a message of the chat room of a lecture as its professor or staff; audited',
    params: z.object({ lectureId: idParam, messageId: idParam }),
    body: z.object({
      reason: textField(LIMITS.reasonMax, TEXTS.reasonRequired, TEXTS.reasonLength),
    }),
    response: z.object({ message: z.string(), recalled: chatMessageSchema }),
    errors: ['ROOM_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  react: put('/api/mail/reaction/:roomId/:messageId', 'signedIn', {
    summary: 'Show a reaction at a message in place of an earlier one; repeating is harmless',
    params: messageParams,
    body: z.object({ reaction: reactionField }),
    response: reactionsOf,
    errors: [
      'ROOM_NOT_FOUND',
      'MESSAGE_NOT_FOUND',
      'NOT_FRIENDS',
      'ITEM_ROOM_CLOSED',
      'LECTURE_CHAT_CLOSED',
      'MAIL_THROTTLED',
    ],
  }),
  unreact: del('/api/mail/reaction/:roomId/:messageId', 'signedIn', {
    summary: 'Take the own reaction from a message; repeating is harmless',
    params: messageParams,
    response: reactionsOf,
    errors: ['ROOM_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
  }),
  reactions: get('/api/mail/reactions/:roomId/:messageId', 'signedIn', {
    summary: 'Who shows which reaction at a message, without members whom the caller blocks',
    params: messageParams,
    response: z.object({
      reactions: z.array(
        z.object({
          reaction: reactionField,
          member: chatMemberSchema,
        }),
      ),
    }),
    errors: ['ROOM_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
  }),
};
