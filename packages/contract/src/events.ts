import * as z from 'zod/mini';
import { chatMessageSchema, chatReactionsSchema } from './chat.ts';
import { boardTypeSchema } from './fields.ts';
import { NOTIFICATION_TOPICS, notificationSchema } from './notifications.ts';
import { get } from './route.ts';
import { siteStatusSchema } from './site-status.ts';

/** Each event carries its data or only a hint to reload; none reveals an anonymous author. */
export const liveEventSchema = z.discriminatedUnion('type', [
  /** A new or regrouped notification; `stale` lists what to reload. */
  z.object({
    type: z.literal('notice'),
    notice: notificationSchema,
    unreadCount: z.number(),
    stale: z.optional(z.enum(NOTIFICATION_TOPICS)),
  }),
  /** Notifications were read in another tab. */
  z.object({ type: z.literal('notice-read'), unreadCount: z.number() }),
  /** A chat message, also the member's own from another tab; `newMailCount` is the badge. */
  z.object({
    type: z.literal('mail'),
    roomId: z.number(),
    message: chatMessageSchema,
    newMailCount: z.number(),
  }),
  /** A message was taken back: `message` replaces it. */
  z.object({
    type: z.literal('mail-recalled'),
    roomId: z.number(),
    message: chatMessageSchema,
    newMailCount: z.number(),
  }),
  /** The reactions of a message as this member sees them. */
  z.object({
    type: z.literal('mail-reacted'),
    roomId: z.number(),
    messageId: z.number(),
    reactions: chatReactionsSchema,
  }),
  /** `memberId` has read the room up to `readId`. */
  z.object({
    type: z.literal('mail-read'),
    roomId: z.number(),
    memberId: z.number(),
    readId: z.number(),
    newMailCount: z.number(),
  }),
  /** Requests or friendships changed: reload the lists. */
  z.object({ type: z.literal('friend'), memberId: z.number(), friendRequestCount: z.number() }),
  /** Comments or likes of a post that concerns the member changed: reload it. */
  z.object({ type: z.literal('post'), postId: z.number() }),
  /**
   * Somebody else wrote on a board. Sent to every open page, stored for none, and without an id. `anonymous`:
   * the writer is hidden, and may be the member: ask what is new.
   */
  z.object({
    type: z.literal('board'),
    boardType: boardTypeSchema,
    anonymous: z.optional(z.boolean()),
  }),
  /** What waits for staff changed: reload it. */
  z.object({ type: z.literal('work') }),
  /** What every page shows at its top. Sent on a change and to each new stream, like `board`. */
  z.object({ type: z.literal('site'), ...siteStatusSchema.shape }),
]);
export type LiveEvent = z.output<typeof liveEventSchema>;

export const eventRoutes = {
  stream: get('/api/events', 'signedIn', {
    summary: 'Server-Sent Events; `Last-Event-ID` resumes, an unknown one gets the event `reset`',
    response: null,
    errors: ['STREAM_LIMIT', 'TOO_MANY_REQUESTS'],
  }),
};
