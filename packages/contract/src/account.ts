import * as z from 'zod/mini';
import {
  CODE_ERRORS,
  codeField,
  emailField,
  newPasswordField,
  nicknameField,
  passwordField,
} from './auth.ts';
import { dateSchema, messageSchema, optionalText } from './fields.ts';
import { LIMITS } from './limits.ts';
import type { NOTIFICATION_TYPES } from './notifications.ts';
import { fileAddress } from './own-files.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

export const passwordBody = z.object({ password: passwordField });
export const passwordChangeBody = z.object({
  currentPassword: passwordField,
  newPassword: newPasswordField,
});
/** The self-introduction may be empty. */
export const introBody = z.object({ intro: optionalText(LIMITS.introMax, TEXTS.introLength) });

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

const studyYearSchema = z.object({
  /** Null: not stated, or stated for an earlier academic year. */
  studyYear: z.nullable(z.number()),
  /** The academic year that it was stated for. */
  studyYearOf: z.nullable(z.number()),
  /** The academic year that a statement made now is for: from January on the one that begins in March. */
  academicYear: z.number(),
  /** What the student number suggests for that year; null for other numbers. */
  suggestion: z.nullable(z.number()),
});

export type StudyYear = z.output<typeof studyYearSchema>;

const choicesSchema = z.object({ choices: notificationChoicesSchema });

/**
 * A member's own account. REAUTH_REQUIRED requires `verify-password` first, which re-authenticates
 * the session for 15 minutes.
 */
export const accountRoutes = {
  verifyPassword: post('/api/member/verify-password', 'signedIn', {
    whileReadOnly: true,
    summary: 'Prove the own password; `message` says whether it is right',
    body: passwordBody,
    response: z.object({
      message: z.boolean(),
      /** End of the re-authenticated period; null after a wrong password. */
      reauthUntil: z.nullable(dateSchema),
    }),
    errors: ['LOGIN_THROTTLED', 'UNAVAILABLE'],
  }),
  resetPassword: post('/api/member/reset-password', 'signedIn', {
    summary: 'Change the own password; every other session ends',
    body: passwordChangeBody,
    response: messageSchema,
    errors: ['PASSWORD_INCORRECT', 'PASSWORD_WEAK', 'LOGIN_THROTTLED', 'UNAVAILABLE'],
  }),
  setNickname: post('/api/member/set-nickname', 'signedIn', {
    summary: 'Change the own nickname',
    body: z.object({ nickname: nicknameField }),
    response: z.object({ ...messageSchema.shape, nickname: z.string() }),
    errors: ['DUPLICATE'],
  }),
  studyYear: get('/api/member/study-year', 'signedIn', {
    summary: 'The own year of study, which decides which notices notify',
    response: studyYearSchema,
  }),
  setStudyYear: put('/api/member/study-year', 'signedIn', {
    summary: 'State the own year of study until its academic year ends; null: every notice',
    body: z.object({
      studyYear: z.nullable(z.int().check(z.minimum(1), z.maximum(LIMITS.studyYears))),
    }),
    response: z.object({ ...messageSchema.shape, ...studyYearSchema.shape }),
  }),
  setIntro: post('/api/member/set-intro', 'signedIn', {
    summary: 'Change the own intro; an empty one removes it',
    body: introBody,
    response: z.object({ ...messageSchema.shape, intro: z.string() }),
  }),
  setEmail: post('/api/member/set-email', 'signedIn', {
    summary: 'Change the own address, with its code or verified by `verify-code` within 10 minutes',
    body: z.object({ email: emailField, code: z.optional(codeField) }),
    response: z.object({ ...messageSchema.shape, email: z.string() }),
    errors: [
      'REAUTH_REQUIRED',
      'EMAIL_UNCHANGED',
      'EMAIL_DOMAIN_DENIED',
      'VERIFICATION_REQUIRED',
      ...CODE_ERRORS,
      'DUPLICATE',
    ],
  }),
  setEmailVisibility: post('/api/member/set-email-visibility', 'signedIn', {
    summary: 'Show the own address on the profile card, or hide it',
    body: z.object({ emailPublic: z.boolean() }),
    response: z.object({ ...messageSchema.shape, emailPublic: z.boolean() }),
  }),
  noticeChoices: get('/api/member/notice-choices', 'signedIn', {
    summary: 'Kinds of notices the caller wants',
    response: choicesSchema,
  }),
  setNoticeChoices: put('/api/member/notice-choices', 'signedIn', {
    summary: 'Choose kinds of notices; those left out stay as they are',
    body: z.object({ choices: z.partial(notificationChoicesSchema) }),
    response: choicesSchema,
  }),
  setProfileImage: post('/api/member/set-profile-image', 'signedIn', {
    summary: 'Set the own profile picture: one file, at most 4 MB, cut to a square of 512 pixels',
    multipart: 'profileImage',
    response: z.object({ imageUrl: fileAddress }),
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
  deleteProfileImage: del('/api/member/delete-profile-image', 'signedIn', {
    summary: 'Remove the own profile picture; without one nothing changes',
    response: messageSchema,
  }),
  sessions: get('/api/member/sessions', 'signedIn', {
    summary: 'Where the caller is logged in; this session first, then the last used',
    response: z.object({ sessions: z.array(sessionSchema) }),
  }),
  endSession: del('/api/member/sessions/:id', 'signedIn', {
    whileReadOnly: true,
    summary: 'Log out there: ends one of the own sessions and its open pages',
    params: z.object({ id: z.string().check(z.maxLength(100, TEXTS.idInvalid)) }),
    response: messageSchema,
    errors: ['REAUTH_REQUIRED', 'SESSION_NOT_FOUND'],
  }),
  endOtherSessions: del('/api/member/sessions', 'signedIn', {
    whileReadOnly: true,
    summary: 'Log out everywhere else',
    response: z.object({ ...messageSchema.shape, count: z.number() }),
    errors: ['REAUTH_REQUIRED'],
  }),
  exportData: get('/api/member/export', 'signedIn', {
    summary: 'Everything about the caller as a ZIP file: `export.json` and the own pictures',
    response: null,
    errors: ['REAUTH_REQUIRED', 'EXPORT_THROTTLED'],
  }),
  withdraw: post('/api/member/withdraw', 'signedIn', {
    summary: 'The same as `DELETE /api/member/me`',
    response: messageSchema,
    errors: ['REAUTH_REQUIRED', 'LAST_ADMIN'],
  }),
  remove: del('/api/member/me', 'signedIn', {
    summary: 'Delete the own account; what it wrote stays without its name',
    response: messageSchema,
    errors: ['REAUTH_REQUIRED', 'LAST_ADMIN'],
  }),
};
