import * as z from 'zod/mini';
import { dateSchema, idField, idParams, messageSchema } from './fields.ts';
import { LIMITS } from './limits.ts';
import { get, post } from './route.ts';

/** Types that a member can mute; everything else is `other` with a subType. */
export const NOTIFICATION_TYPES = ['comment', 'like', 'friend', 'notice', 'other'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Distinguishes notifications of one type. */
export const NOTIFICATION_SUB_TYPES = [
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
  'identity',
  'student-claimed',
  'inquiry-completed',
  'inquiry-follow-up',
  'role-changed',
  'suspended',
  'suspension-lifted',
  'reveal',
  'author-revealed',
  'schedule-failed',
  'content-handled',
  'work',
  'blinded',
  'blind-lifted',
  'must-read',
  'followed-post',
  'followed-board',
  'keyword',
  'mention',
  'source',
  'integrity',
  'feed',
  'team',
  'petition',
  'booking',
] as const;
export type NotificationSubType = (typeof NOTIFICATION_SUB_TYPES)[number];

/** What else changed together with a notification; open pages reload it. */
export const NOTIFICATION_TOPICS = [
  'access',
  'inquiries',
  'lectureRoom',
  'handled',
  'team',
  'bookings',
] as const;
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number];

export const notificationSchema = z.object({
  id: z.number(),
  type: z.enum(NOTIFICATION_TYPES),
  subType: z.nullable(z.enum(NOTIFICATION_SUB_TYPES)),
  /** A complete Korean sentence, without a name when it is about an anonymous post. */
  content: z.string(),
  /**
   * The first words of the comment or post it is about; null when that is anonymous, deleted or not for
   * this member.
   */
  excerpt: z.nullable(z.string()),
  date: dateSchema,
  read: z.boolean(),
  /** A path of this site. */
  targetUrl: z.string(),
  /** Several comments of one post share a notification while it is unread; left out for a single one. */
  count: z.optional(z.number()),
});
export type NotificationItem = z.output<typeof notificationSchema>;

const unreadSchema = z.object({ ...messageSchema.shape, unreadCount: z.number() });

export const notificationRoutes = {
  list: get('/api/member/my-notices', 'signedIn', {
    summary: 'Unread notices, newest first; with `all=true` read ones too',
    query: z.object({ all: z.optional(z.enum(['true', 'false'])) }),
    response: z.object({ notices: z.array(notificationSchema), unreadCount: z.number() }),
  }),
  read: post('/api/notice/read/:id', 'signedIn', {
    summary: 'Mark a notice as read',
    params: idParams,
    response: unreadSchema,
    errors: ['NOTICE_NOT_FOUND'],
  }),
  readOfPost: post('/api/notice/read-post/:id', 'signedIn', {
    summary: 'Mark the own notices about a post as read, because its page was opened',
    params: idParams,
    response: unreadSchema,
  }),
  readAll: post('/api/notice/read-all', 'signedIn', {
    summary: 'Mark own notices as read; an empty list means all',
    body: z.object({ noticeIds: z.array(idField).check(z.maxLength(LIMITS.readAllMax)) }),
    response: unreadSchema,
  }),
};
