import * as z from 'zod/mini';
import { dateSchema, fewMarks, messageSchema, requiredValue, textField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { post } from './route.ts';
import { isInvisible } from './text.ts';
import { TEXTS } from './texts.ts';

const requiredUsername = requiredValue(
  TEXTS.usernameRequired,
  LIMITS.resetIdMax,
  TEXTS.usernameFormat,
);

/** Student or staff number at sign-up: 4 to 20 letters and digits, trimmed, case-folded. */
const usernameField = requiredUsername.check(
  z.toLowerCase(),
  z.regex(
    new RegExp(`^[0-9a-z]{${LIMITS.usernameMin},${LIMITS.usernameMax}}$`),
    TEXTS.usernameFormat,
  ),
);

/** Student or staff number for look-ups; any text up to 255 characters. */
const usernameLookupField = requiredUsername.check(fewMarks, z.normalize('NFC'), z.toLowerCase());

/** A current password, in NFC; leading and trailing spaces count. */
export const passwordField = z
  .string({ error: TEXTS.passwordRequired })
  .check(
    z.minLength(1, TEXTS.passwordRequired),
    z.maxLength(1024, { error: TEXTS.passwordLength, abort: true }),
    fewMarks,
    z.normalize('NFC'),
  );

/** A new password: 8 to 128 code points, never truncated. The server also refuses common ones. */
export const newPasswordField = z.pipe(
  passwordField,
  z.string().check(z.refine(hasPasswordLength, { error: TEXTS.passwordLength })),
);

/** Of what is before the @ of an address (RFC 5321). */
const EMAIL_LOCAL_MAX = 64;

/** E-mail address: trimmed, lower case, a single plain recipient. */
export const emailField = requiredValue(
  TEXTS.emailRequired,
  LIMITS.emailMax * 2,
  TEXTS.emailFormat,
).check(
  z.toLowerCase(),
  z.maxLength(LIMITS.emailMax, { error: TEXTS.emailFormat, abort: true }),
  z.regex(
    /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/,
    TEXTS.emailFormat,
  ),
  z.refine((address) => address.indexOf('@') <= EMAIL_LOCAL_MAX, { error: TEXTS.emailFormat }),
);

/** Recipient of a code: an e-mail address, or the masked address that verify-id returned. */
const codeAddressField = z.union(
  [emailField, z.string().check(z.regex(/^[^\s@*]\*+@[a-z0-9.-]{1,255}$/, TEXTS.emailFormat))],
  { error: TEXTS.emailFormat },
);

/** Nickname: 1 to 10 letters (Korean included) or digits. */
export const nicknameField = z.pipe(
  textField(LIMITS.nicknameMax, TEXTS.nicknameRequired, TEXTS.nicknameFormat),
  z.string().check(z.regex(/^[0-9A-Za-z가-힣ㄱ-ㅎㅏ-ㅣ]+$/, TEXTS.nicknameFormat)),
);

/** Real name: 1 to 30 characters on one line. */
export const nameField = z.pipe(
  textField(LIMITS.nameMax, TEXTS.nameRequired, TEXTS.nameFormat),
  z.string().check(z.regex(/^[\p{L}\p{M}\p{N} .'-]+$/u, TEXTS.nameLetters)),
);

/** A code exactly as it was sent: nothing is trimmed. */
export const codeField = z.string({ error: TEXTS.codeRequired }).check(
  z.refine((code) => !isInvisible(code), { error: TEXTS.codeRequired, abort: true }),
  z.regex(/^[0-9]{6}$/, TEXTS.codeFormat),
);

/** Version of a site document. */
const versionField = z.string().check(z.regex(/^[\w.-]{1,20}$/, TEXTS.consentRequired));

export const consentField = z.object(
  { terms: versionField, privacy: versionField },
  { error: TEXTS.consentRequired },
);

/** Access token: 15 minutes. Refresh token: `<opaque>.<expiry, epoch seconds>`. */
export const tokensSchema = z.object({ accessToken: z.string(), refreshToken: z.string() });

export const joinBody = z.object({
  username: usernameField,
  password: newPasswordField,
  email: emailField,
  nickname: nicknameField,
  name: nameField,
  consent: z.optional(consentField),
});

/** What a login by the provider brought to somebody without an account. */
const ticketField = z.string().check(z.maxLength(1100, TEXTS.valueInvalid));

export const loginBody = z.object({ username: usernameLookupField, password: passwordField });

export const verifyIdBody = z.object({ username: usernameLookupField });

const { username, email, nickname, name, password } = joinBody.shape;
/** `name` and `password` are for validating the password before a code is sent. */
const duplicateBody = z.partial(z.object({ username, email, nickname, name, password }));

const beginShape = {
  /** Seconds until another code may be sent to the address. */
  resendSeconds: z.number(),
  /** Whether this browser has a code; false when another one got it in the last minute. */
  codeSent: z.boolean(),
};

/** Errors of a call that sends a code. */
const SEND_ERRORS = ['CODE_THROTTLED', 'EMAIL_DOMAIN_DENIED', 'EMAILS_HELD'] as const;

const codeSentSchema = z.object({
  ...messageSchema.shape,
  expiresAt: dateSchema,
  resendAt: dateSchema,
});

/** Errors of a call that checks a code. */
export const CODE_ERRORS = [
  'CODE_INCORRECT',
  'CODE_EXPIRED',
  'CODE_TRIES_EXCEEDED',
  'CODE_THROTTLED',
] as const;

export const authRoutes = {
  refresh: post('/api/auth/refresh', 'public', {
    whileReadOnly: true,
    aliases: ['/api/api/auth/refresh'],
    summary: 'Exchange a refresh token for a new pair; needs the device cookie of the same session',
    needsDevice: true,
    body: z.object({ refreshToken: z.string().check(z.maxLength(4096)) }),
    response: tokensSchema,
    errors: ['REFRESH_INVALID', 'ORIGIN_DENIED'],
  }),
  login: post('/api/member/login', 'public', {
    whileReadOnly: true,
    summary: 'Log in with a student or staff number; sets the device cookie',
    body: loginBody,
    response: tokensSchema,
    errors: [
      'LOGIN_FAILED',
      'LOGIN_THROTTLED',
      'ACCOUNT_SUSPENDED',
      'SIGN_UP_WAITING',
      'SECOND_STEP_REQUIRED',
      'DEMO_LOCAL_ONLY',
      'UNAVAILABLE',
    ],
  }),
  logout: post('/api/member/logout', 'signedInOrExpired', {
    whileReadOnly: true,
    summary: 'End the session of the token',
    response: messageSchema,
    errors: ['ORIGIN_DENIED'],
  }),
  endSession: post('/api/auth/end-session', 'public', {
    whileReadOnly: true,
    summary:
      'End the session whose refresh token has this SHA-256 (Base64): a log-out that did not reach the server',
    body: z.object({
      refreshHash: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, TEXTS.valueInvalid)),
    }),
    response: messageSchema,
    errors: ['ORIGIN_DENIED'],
  }),
  checkDuplicate: post('/api/auth/check-duplicate', 'public', {
    summary: 'Check that the given values are free; when they are, a code is sent to the address',
    body: duplicateBody,
    response: z.object({ ...messageSchema.shape, ...z.partial(z.object(beginShape)).shape }),
    errors: ['DUPLICATE', 'PASSWORD_WEAK', 'TOO_MANY_REQUESTS', ...SEND_ERRORS],
  }),
  emailCheck: post('/api/auth/email-check', 'public', {
    summary: 'Send or resend a verification code; the same response for every address',
    body: z.object({ email: codeAddressField }),
    response: codeSentSchema,
    errors: [...SEND_ERRORS, 'VERIFICATION_REQUIRED'],
  }),
  verifyCode: post('/api/auth/verify-code', 'public', {
    summary: 'Prove an address with its code; while logged in, the own address changes to it',
    body: z.object({ email: codeAddressField, code: codeField }),
    response: messageSchema,
    errors: [
      ...CODE_ERRORS,
      'VERIFICATION_REQUIRED',
      'REAUTH_REQUIRED',
      'EMAIL_UNCHANGED',
      'EMAIL_DOMAIN_DENIED',
      'DUPLICATE',
    ],
  }),
  join: post('/api/member/join', 'public', {
    summary:
      'Create a member whose address was proven in the last 10 minutes, or by the provider of `ticket`',
    body: z.extend(joinBody, { ticket: z.optional(ticketField) }),
    status: 201,
    /** `waiting`: it differs from the roster, and staff decide before the account exists. */
    response: z.object({ ...messageSchema.shape, waiting: z.boolean() }),
    errors: [
      'VERIFICATION_REQUIRED',
      'DUPLICATE',
      'EMAIL_DOMAIN_DENIED',
      'PASSWORD_WEAK',
      'UNAVAILABLE',
      'OIDC_REFUSED',
      'IDENTITY_TAKEN',
    ],
  }),
  verifyId: post('/api/member/verify-id', 'public', {
    summary: 'Start a password reset: send a code to the member, return the masked address',
    body: verifyIdBody,
    response: z.object({
      success: z.boolean(),
      email: z.string(),
      message: z.string(),
      ...beginShape,
    }),
    errors: ['MEMBER_NOT_FOUND', 'TOO_MANY_REQUESTS', 'CODE_THROTTLED', 'EMAILS_HELD'],
  }),
  resetPassword: post('/api/member/reset-password/no-login', 'public', {
    summary: 'Set a new password in a flow whose code was verified for this member',
    body: z.object({ username: usernameLookupField, newPassword: newPasswordField }),
    response: messageSchema,
    errors: ['VERIFICATION_REQUIRED', 'RESET_WAITS', 'PASSWORD_WEAK', 'UNAVAILABLE'],
  }),
};

function hasPasswordLength(password: string): boolean {
  const codePoints = [...password].length;
  return codePoints >= LIMITS.passwordMin && codePoints <= LIMITS.passwordMax;
}
