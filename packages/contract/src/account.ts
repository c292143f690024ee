import * as z from 'zod/mini';
import { codeField, emailField, newPasswordField, nicknameField, passwordField } from './auth.ts';
import { dateSchema, messageSchema, optionalText } from './fields.ts';
import { LIMITS } from './limits.ts';
import type { NOTIFICATION_TYPES } from './notifications.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

/** Self-introduction; may be empty. */
const introField = optionalText(LIMITS.introMax, TEXTS.introLength);

export const passwordBody = z.object({ password: passwordField });
export const passwordChangeBody = z.object({
  currentPassword: passwordField,
  newPassword: newPasswordField,
});
export const nicknameBody = z.object({ nickname: nicknameField });
export const introBody = z.object({ intro: introField });

/** Session id from the list of sessions; any other text is unknown. */
const sessionIdParam = z.string().check(z.maxLength(100, TEXTS.idInvalid));

/** An active login on one device. */
export const sessionSchema = z.object({
  id: z.string(),
  /** Korean description of the device, e.g. `Windows PC · Chrome`. */
  device: z.string(),
  isPhone: z.boolean(),
  createdAt: dateSchema,
  /** Time of the last token refresh. */
  lastUsedAt: dateSchema,
  /** The session of this request. */
  current: z.boolean(),
});
export type AccountSession = z.output<typeof sessionSchema>;

/** Kinds of notifications a member wants. Security notifications cannot be muted. */
export const notificationChoicesSchema = z.object({
  comment: z.boolean(),
  like: z.boolean(),
  friend: z.boolean(),
  notice: z.boolean(),
  other: z.boolean(),
} satisfies Record<(typeof NOTIFICATION_TYPES)[number], z.ZodMiniBoolean>);
export type NotificationChoices = z.output<typeof notificationChoicesSchema>;

const choicesAnswer = z.object({ choices: notificationChoicesSchema });

/**
 * A member's own account. REAUTH_REQUIRED requires `verify-password` first, which re-authenticates
 * the session for 15 minutes.
 */
export const accountRoutes = {
  verifyPassword: post('/api/member/verify-password', {
    summary: 'Prove the own password; `message` says whether it is right',
    access: 'signedIn',
    body: passwordBody,
    response: z.object({
      message: z.boolean(),
      /** End of the re-authenticated period; null after a wrong password. */
      reauthUntil: z.nullable(dateSchema),
    }),
    errors: ['LOGIN_THROTTLED', 'UNAVAILABLE'],
  }),
  resetPassword: post('/api/member/reset-password', {
    summary: 'Change the own password; every other session ends',
    access: 'signedIn',
    body: passwordChangeBody,
    response: messageSchema,
    errors: ['PASSWORD_INCORRECT', 'PASSWORD_WEAK', 'LOGIN_THROTTLED', 'UNAVAILABLE'],
  }),
  setNickname: post('/api/member/set-nickname', {
    summary: 'Change the own nickname',
    access: 'signedIn',
    body: nicknameBody,
    response: z.object({ ...messageSchema.shape, nickname: z.string() }),
    errors: ['DUPLICATE'],
  }),
  setIntro: post('/api/member/set-intro', {
    summary: 'Change the own intro; an empty one removes it',
    access: 'signedIn',
    body: introBody,
    response: z.object({ ...messageSchema.shape, intro: z.string() }),
  }),
  setEmail: post('/api/member/set-email', {
    summary:
      'Change the own address: its code is given here or was verified by `verify-code` in the last 10 minutes',
    access: 'signedIn',
    body: z.object({ email: emailField, code: z.optional(codeField) }),
    response: z.object({ ...messageSchema.shape, email: z.string() }),
    errors: [
      'REAUTH_REQUIRED',
      'EMAIL_UNCHANGED',
      'EMAIL_DOMAIN_DENIED',
      'VERIFICATION_REQUIRED',
      'CODE_INCORRECT',
      'CODE_EXPIRED',
      'CODE_TRIES_EXCEEDED',
      'CODE_THROTTLED',
      'DUPLICATE',
    ],
  }),
  setEmailVisibility: post('/api/member/set-email-visibility', {
    summary: 'Show the own address on the profile card, or hide it',
    access: 'signedIn',
    body: z.object({ emailPublic: z.boolean() }),
    response: z.object({ ...messageSchema.shape, emailPublic: z.boolean() }),
  }),
  noticeChoices: get('/api/member/notice-choices', {
    summary: 'Kinds of notices the caller wants',
    access: 'signedIn',
    response: choicesAnswer,
  }),
  setNoticeChoices: put('/api/member/notice-choices', {
    summary: 'Choose kinds of notices; those left out stay as they are',
    access: 'signedIn',
    body: z.object({ choices: z.partial(notificationChoicesSchema) }),
    response: choicesAnswer,
  }),
  setProfileImage: post('/api/member/set-profile-image', {
    summary: 'Set the own profile picture: one file, at most 4 MB, cut to a square of 512 pixels',
    access: 'signedIn',
    multipart: 'profileImage',
    response: z.object({ imageUrl: z.string() }),
    errors: [
      'BODY_INVALID',
      'IMAGE_INVALID',
      'IMAGE_TOO_LARGE',
      'IMAGE_TYPE_UNSUPPORTED',
      'UPLOAD_QUOTA',
      'STORAGE_FULL',
      'UNAVAILABLE',
    ],
  }),
  deleteProfileImage: del('/api/member/delete-profile-image', {
    summary: 'Remove the own profile picture; without one nothing changes',
    access: 'signedIn',
    response: messageSchema,
  }),
  sessions: get('/api/member/sessions', {
    summary: 'Where the caller is logged in; this session first, then the last used',
    access: 'signedIn',
    response: z.object({ sessions: z.array(sessionSchema) }),
  }),
  endSession: del('/api/member/sessions/:id', {
    summary: 'Log out there: ends one of the own sessions and its open pages',
    access: 'signedIn',
    params: z.object({ id: sessionIdParam }),
    response: messageSchema,
    errors: ['SESSION_NOT_FOUND'],
  }),
  endOtherSessions: del('/api/member/sessions', {
    summary: 'Log out everywhere else',
    access: 'signedIn',
    response: z.object({ ...messageSchema.shape, count: z.number() }),
  }),
  exportData: get('/api/member/export', {
    summary: 'Everything about the caller as a ZIP file: `export.json` and the own pictures',
    access: 'signedIn',
    response: null,
    errors: ['REAUTH_REQUIRED', 'EXPORT_THROTTLED'],
  }),
  remove: del('/api/member/me', {
    summary: 'Delete the own account; what it wrote stays without its name',
    access: 'signedIn',
    response: messageSchema,
    errors: ['REAUTH_REQUIRED', 'LAST_ADMIN'],
  }),
};
