import * as z from 'zod/mini';
import { dateSchema, idField, idParam, messageSchema } from './fields.ts';
import { LIMITS } from './limits.ts';
import { defineRoutes } from './route.ts';

/** Types that a member can mute; everything else is `other` with a subType. */
export const NOTICE_TYPES = ['comment', 'like', 'friend', 'notice', 'other'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** Distinguishes notifications of one type. */
export const NOTICE_SUB_TYPES = [
  'reply',
  'comment',
  'accept',
  'question',
  'answer',
  'request',
  'new-device',
  'session-ended',
  'password',
  'email',
  'inquiry-completed',
  'inquiry-follow-up',
  'role-changed',
  'suspended',
  'suspension-lifted',
  'reveal',
] as const;
export type NoticeSubType = (typeof NOTICE_SUB_TYPES)[number];

/** What else changed together with a notification; open pages reload it. */
export const NOTICE_TOPICS = ['access', 'inquiries', 'lectureRoom'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

export const noticeSchema = z.object({
  id: z.number(),
  type: z.enum(NOTICE_TYPES),
  subType: z.nullable(z.enum(NOTICE_SUB_TYPES)),
  /** A complete Korean sentence, without a name when it is about an anonymous post. */
  content: z.string(),
  date: dateSchema,
  read: z.boolean(),
  /** A path of this site. */
  targetUrl: z.string(),
});
export type Notice = z.output<typeof noticeSchema>;

const unreadSchema = z.object({ ...messageSchema.shape, unreadCount: z.number() });

export const noticeRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/member/my-notices',
    summary: 'Unread notices, newest first; with `all=true` read ones too',
    access: 'signedIn',
    query: z.object({ all: z.optional(z.enum(['true', 'false'])) }),
    response: z.object({ notices: z.array(noticeSchema), unreadCount: z.number() }),
  },
  read: {
    method: 'POST',
    path: '/api/notice/read/:id',
    summary: 'Mark a notice as read',
    access: 'signedIn',
    params: z.object({ id: idParam }),
    response: unreadSchema,
    errors: ['NOTICE_NOT_FOUND'],
  },
  readAll: {
    method: 'POST',
    path: '/api/notice/read-all',
    summary: 'Mark own notices as read; an empty list means all',
    access: 'signedIn',
    body: z.object({ noticeIds: z.array(idField).check(z.maxLength(LIMITS.readAllMax)) }),
    response: unreadSchema,
  },
});
