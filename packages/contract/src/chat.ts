import * as z from 'zod/mini';
import {
  clientIdField,
  dateSchema,
  idField,
  idParam,
  intQuery,
  messageSchema,
  textField,
  wordsField,
} from './fields.ts';
import { downloadRoute, IMAGE_REFUSALS, uploadRoute } from './files.ts';
import { IMAGE_TYPES } from './images.ts';
import { LIMITS } from './limits.ts';
import { fileAddress } from './own-files.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';
import { TRADE_STATUSES } from './trade.ts';

/** A picture of a chat message; only the member who received the address can load it. */
export const chatPictureSchema = z.object({
  /** Signed for the reader and valid for two to three days; each load is checked again. */
  url: fileAddress,
  /** Pixels. */
  width: z.number(),
  height: z.number(),
});

/** What a member can show at a message, in the order of the buttons. */
export const CHAT_REACTIONS = ['LIKE', 'LOVE', 'LAUGH', 'WOW', 'SAD', 'THANKS'] as const;
export type ChatReaction = (typeof CHAT_REACTIONS)[number];

export const reactionField = z.enum(CHAT_REACTIONS, { error: TEXTS.valueInvalid });

/** Reactions that somebody chose, without those of members whom the viewer blocks. */
export const chatReactionsSchema = z.array(
  z.object({ reaction: reactionField, count: z.number(), isMine: z.boolean() }),
);
export type ChatReactions = z.output<typeof chatReactionsSchema>;

/** The beginning of the message that another one replies to. */
export const chatQuoteSchema = z.object({
  id: z.number(),
  /** Null, like the name, for a message that the viewer does not see. */
  senderId: z.nullable(z.number()),
  nickName: z.nullable(z.string()),
  /** The first words; empty without any, for a picture, and for what is gone. */
  content: z.string(),
  isPicture: z.boolean(),
  isRecalled: z.boolean(),
  isRemoved: z.boolean(),
});
export type ChatQuote = z.output<typeof chatQuoteSchema>;

export const chatMessageSchema = z.object({
  id: z.number(),
  senderId: z.number(),
  /** Empty for a picture and for a recalled message. */
  content: z.string(),
  picture: z.nullable(chatPictureSchema),
  /** The sender took it back, or staff removed it: its text and picture are erased. */
  isRecalled: z.boolean(),
  /** Staff removed it. */
  isRemoved: z.boolean(),
  /** In the room of a lecture, where anybody may have written it; null in a room of two. */
  sender: z.nullable(
    z.object({ nickName: z.string(), profileThumbnails: z.nullable(fileAddress) }),
  ),
  replyTo: z.nullable(chatQuoteSchema),
  reactions: chatReactionsSchema,
  date: dateSchema,
  /** Client-generated id, so that an optimistic message is not shown twice. */
  clientId: z.nullable(z.string()),
});
export type ChatMessage = z.output<typeof chatMessageSchema>;

/** The market item that a room is about. */
export const chatItemSchema = z.object({
  postId: z.number(),
  title: z.string(),
  price: z.nullable(z.number()),
  tradeStatus: z.nullable(z.enum(TRADE_STATUSES)),
  thumbNailUrl: z.nullable(fileAddress),
  /** The post was deleted: it cannot be opened, and title and picture are left out. */
  isGone: z.boolean(),
});
export type ChatItem = z.output<typeof chatItemSchema>;

/** The lecture whose members talk in a room. */
const chatLectureSchema = z.object({
  lectureId: z.number(),
  title: z.string(),
  memberCount: z.number(),
  /** The term is over: the room is only read. */
  isOver: z.boolean(),
  /** The viewer may remove messages of others. */
  canModerate: z.boolean(),
});

/** The team of a recruiting post that talks in a room. */
const chatTeamSchema = z.object({
  postId: z.number(),
  /** Empty when the post is gone or hidden: it cannot be opened. */
  title: z.string(),
  memberCount: z.number(),
  /** The viewer wrote the post and may remove messages of others. */
  canModerate: z.boolean(),
});

export const chatRoomSchema = z.object({
  roomId: z.number(),
  /** Null for a room of friends. */
  item: z.nullable(chatItemSchema),
  /** Null for a room of two. */
  lecture: z.nullable(chatLectureSchema),
  /** Missing for other rooms. */
  team: z.optional(chatTeamSchema),
  /** The other member. A withdrawn or suspended member has no name. A lecture or a team stands here by its title, with the id 0. */
  partner: z.object({
    id: z.number(),
    nickName: z.string(),
    profileThumbnails: z.nullable(fileAddress),
    isLeft: z.boolean(),
    /** The viewer blocks this member; nobody sees who blocks them. */
    isBlocked: z.optional(z.boolean()),
  }),
  newMailCount: z.number(),
  /** Devices show nothing of the room. */
  isMuted: z.boolean(),
  /** Newest message that is visible to the viewer; what it is when it has no text. */
  lastMessage: z.nullable(z.string()),
  lastDate: z.nullable(dateSchema),
  /** False after the friendship ended, after a block, when the partner is gone or the trade is over. */
  canSend: z.boolean(),
});
export type ChatRoom = z.output<typeof chatRoomSchema>;

export const chatMessageField = textField(
  LIMITS.chatMessageMax,
  '메시지를 입력해 주세요.',
  TEXTS.chatMessageLength,
);

export const roomParams = z.object({ roomId: idParam });
export const messageParams = z.object({ roomId: idParam, messageId: idParam });
/** A message of the room that the sender sees. */
const replyField = z.nullish(idField);
const sentMessage = z.object({ sentMessage: chatMessageSchema });

export const chatRoutes = {
  create: post('/api/mail/new', 'signedIn', {
    summary: 'Open a room with a friend; 409 with the roomId when there is one',
    query: z.object({ id: idParam }),
    status: 201,
    response: z.object({ roomId: z.number(), message: z.string() }),
    errors: ['ROOM_EXISTS', 'NOT_FRIENDS', 'FRIEND_SELF', 'MEMBER_UNKNOWN'],
  }),
  askSeller: post('/api/mail/item/:postId', 'signedIn', {
    summary: 'Open the room with the seller of an item, or find it; 10 new ones a day',
    params: z.object({ postId: idParam }),
    status: 201,
    response: z.object({ roomId: z.number(), isNew: z.boolean() }),
    errors: ['POST_NOT_FOUND', 'ITEM_ASK_DENIED', 'ITEM_SOLD', 'ITEM_ROOM_THROTTLED'],
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
    summary: 'Number of unread messages, those of blocked members aside',
    response: z.object({ newMailCount: z.number() }),
  }),
  messages: get('/api/mail/messages/:roomId', 'signedIn', {
    summary: 'Messages before `beforeId` (not included), newest first; `last`: nothing older',
    params: roomParams,
    query: z.object({
      beforeId: z.optional(idParam),
      size: intQuery(1, LIMITS.mailPageSizeMax, LIMITS.mailPageSize),
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
      replyTo: replyField,
      clientId: clientIdField,
    }),
    response: sentMessage,
    errors: [
      'ROOM_NOT_FOUND',
      'MESSAGE_NOT_FOUND',
      'NOT_FRIENDS',
      'ITEM_ROOM_CLOSED',
      'LECTURE_CHAT_CLOSED',
      'MAIL_THROTTLED',
    ],
  }),
  sendPicture: post('/api/mail/send-picture/:roomId', 'signedIn', {
    summary: 'Send an uploaded picture to the partner; a repeated clientId sends it once',
    params: roomParams,
    body: z.object({
      /** From the presign call. */
      pictureKey: z.string().check(z.regex(/^[\w-]{24}$/, TEXTS.valueInvalid)),
      replyTo: replyField,
      clientId: clientIdField,
    }),
    status: 201,
    response: sentMessage,
    errors: [
      'ROOM_NOT_FOUND',
      'MESSAGE_NOT_FOUND',
      'NOT_FRIENDS',
      'ITEM_ROOM_CLOSED',
      'LECTURE_CHAT_CLOSED',
      'MAIL_THROTTLED',
      'IMAGE_NOT_READY',
    ],
  }),
  recall: del('/api/mail/messages/:roomId/:messageId', 'signedIn', {
    summary:
      'Take back an own message of the last 5 minutes for both members; repeating is harmless',
    params: messageParams,
    response: z.object({ message: z.string(), recalled: chatMessageSchema }),
    errors: ['ROOM_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'RECALL_TOO_LATE'],
  }),
  search: get('/api/mail/search/:roomId', 'signedIn', {
    summary:
      'Messages of a room that contain a text, newest first, from a bounded part of the room',
    params: roomParams,
    query: z.object({
      query: z.prefault(
        wordsField(TEXTS.queryLength).check(z.minLength(1, TEXTS.chatSearchRequired)),
        '',
      ),
      beforeId: z.optional(idParam),
    }),
    response: z.object({
      hits: z.array(
        z.object({
          ...z.pick(chatMessageSchema, {
            id: true,
            senderId: true,
            sender: true,
            content: true,
            date: true,
          }).shape,
        }),
      ),
      /** Where the next search goes on; null when the room is searched to its first message. */
      nextBeforeId: z.nullable(z.number()),
    }),
    errors: ['ROOM_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
};

/** Upload and display of the pictures of messages, apart from the public ones of posts. */
export const chatFileRoutes = {
  chatPresign: get('/api/mail/picture-presign', 'signedIn', {
    whileReadOnly: false,
    summary: 'An address for one PUT of one picture of a message, valid for 5 minutes',
    query: z.object({
      contentType: z.enum(IMAGE_TYPES, { error: TEXTS.imageTypes }),
    }),
    response: z.object({ uploadUrl: fileAddress, pictureKey: z.string() }),
    errors: ['STORAGE_UNAVAILABLE', 'UPLOAD_QUOTA'],
  }),
  chatUpload: uploadRoute('/files/chat-upload/:token', 'a picture of a message', IMAGE_REFUSALS),
  chatFile: downloadRoute(
    '/files/chat/:name',
    'name',
    'A picture of a message, at an address signed for one of its two members',
  ),
};
