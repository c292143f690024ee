import * as z from 'zod/mini';
import { messageSchema } from './fields.ts';
import { NOTIFICATION_TYPES } from './notifications.ts';
import { del, get, put } from './route.ts';

/** What push can announce: every type of notification, and chat messages, which are no notifications. */
export const PUSH_KINDS = [...NOTIFICATION_TYPES, 'chat'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** Code units of the address that a browser gives; the known services use up to 700. */
const ENDPOINT_MAX = 1000;
/** Public key (an uncompressed P-256 point) and authentication secret (16 bytes), in base64url. */
const P256DH = /^[\w-]{87}=?$/;
const AUTH = /^[\w-]{22}(==)?$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const timeField = z.string().check(z.regex(TIME, '시각을 선택해 주세요.'));

/** `PushSubscription.toJSON()` of a browser. */
const subscriptionSchema = z.object({
  endpoint: z.string().check(z.minLength(1), z.maxLength(ENDPOINT_MAX)),
  keys: z.object({
    p256dh: z.string().check(z.regex(P256DH)),
    auth: z.string().check(z.regex(AUTH)),
  }),
});
export type PushSubscriptionKeys = z.output<typeof subscriptionSchema>;

const kindsSchema = z.object({
  comment: z.boolean(),
  like: z.boolean(),
  friend: z.boolean(),
  notice: z.boolean(),
  other: z.boolean(),
  chat: z.boolean(),
} satisfies Record<PushKind, z.ZodMiniBoolean>);

/** Korean times of day, `HH:MM`; from 22:00 to 07:00 goes past midnight. */
const quietSchema = z.object({ from: timeField, to: timeField }).check(
  z.refine(({ from, to }) => from !== to, {
    error: '시작과 끝을 다르게 선택해 주세요.',
    path: ['to'],
  }),
);
export type QuietHours = z.output<typeof quietSchema>;

const pushChoicesSchema = z.object({
  kinds: kindsSchema,
  /** Whether a lock screen shows the words of a notification, or only that there is one. */
  preview: z.boolean(),
  /** Null: none. */
  quiet: z.nullable(quietSchema),
});
export type PushChoices = z.output<typeof pushChoicesSchema>;

const stateSchema = z.object({
  /** The key with which browsers subscribe; null while the server sends nothing to devices. */
  publicKey: z.nullable(z.string()),
  /** Whether this session has a device, subscribed with this key. */
  subscribed: z.boolean(),
  choices: pushChoicesSchema,
});
export type PushState = z.output<typeof stateSchema>;

/** The content of a push message, as JSON. */
export interface PushMessage {
  title: string;
  body: string;
  /** Replaces the notification that the device shows with the same tag. */
  tag: string;
  /** Whether the device sounds again when the message replaces another one. */
  renotify: boolean;
  /** A path of this site. */
  url: string;
  /** Unread notifications and chat messages, for the badge of the app's icon. */
  unread: number;
}

export const pushRoutes = {
  state: get('/api/push', 'signedIn', {
    summary: 'Whether this device gets notifications, and what the caller chose',
    response: stateSchema,
  }),
  subscribe: put('/api/push/device', 'signedIn', {
    summary: 'Send notifications to this device until its session ends',
    body: subscriptionSchema,
    response: messageSchema,
  }),
  unsubscribe: del('/api/push/device', 'signedIn', {
    summary: 'Stop sending notifications to this device; idempotent',
    response: messageSchema,
  }),
  setChoices: put('/api/push/choices', 'signedIn', {
    summary: 'Choose what devices are notified of, and when; what is left out stays as it is',
    body: z.object({
      kinds: z.optional(z.partial(kindsSchema)),
      preview: z.optional(z.boolean()),
      quiet: z.optional(z.nullable(quietSchema)),
    }),
    response: z.object({ choices: pushChoicesSchema }),
  }),
};
