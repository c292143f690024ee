import * as z from 'zod/mini';
import { tokensSchema } from './auth.ts';
import { dateSchema, fewMarks, idParams, messageSchema, reasonBody } from './fields.ts';
import { get, post } from './route.ts';
import { TEXTS } from './texts.ts';

/** Apart from LIMITS, which every page loads. */
export const SECOND_FACTOR_LIMITS = {
  /** Codes in one set of recovery codes, and characters of one without its hyphen. */
  recoveryCodes: 10,
  recoveryCodeLength: 10,
  /** Seconds in which the second step of a login must follow the password. */
  stepSeconds: 600,
  /** Seconds in which a new key must be confirmed with its first code. */
  setupSeconds: 900,
} as const;

const CODE_FORMAT = '인증 앱의 숫자 6자리나 복구 코드 10자리를 입력해 주세요.';

/**
 * A code of the authenticator app or a recovery code: spaces, hyphens and the case do not count.
 * Six digits are always one of the app.
 */
const secondFactorCodeField = z.string({ error: TEXTS.codeRequired }).check(
  z.maxLength(60, { error: CODE_FORMAT, abort: true }),
  fewMarks,
  z.normalize('NFKC'),
  z.overwrite<string>((text) => text.replace(/[\s-]/g, '').toLowerCase()),
  z.minLength(1, { error: TEXTS.codeRequired, abort: true }),
  z.regex(/^(?:\d{6}|[a-km-np-z2-9]{10})$/, CODE_FORMAT),
);

/** The token that SECOND_STEP_REQUIRED brought. */
export const stepTokenField = z.string().check(z.maxLength(200, TEXTS.valueInvalid));

export const secondFactorCodeBody = z.object({ code: secondFactorCodeField });

const stateSchema = z.object({
  /** Since when the second factor is on; null: off. */
  enabledAt: z.nullable(dateSchema),
  recoveryCodesLeft: z.number(),
  /** This installation requires it of the caller's role. */
  isRequired: z.boolean(),
});
export type SecondFactorState = z.output<typeof stateSchema>;

const recoveryCodesSchema = z.object({
  ...messageSchema.shape,
  /** Shown this once: the server stores hashes. */
  recoveryCodes: z.array(z.string()),
});

const CODE_ERRORS = ['CODE_INCORRECT', 'LOGIN_THROTTLED', 'REAUTH_REQUIRED'] as const;

/** The second factor of the own account. REAUTH_REQUIRED requires `verify-password` first. */
export const secondFactorRoutes = {
  state: get('/api/member/second-factor', 'signedIn', {
    summary: 'Whether the own second factor is on, and how many recovery codes are left',
    response: stateSchema,
  }),
  begin: post('/api/member/second-factor/begin', 'signedIn', {
    summary: 'A new key for an authenticator app; it counts once `confirm` proves that it works',
    response: z.object({
      /** In Base32, to type in. */
      secret: z.string(),
      /** `otpauth://totp/...`, which the picture holds. */
      uri: z.string(),
      /** A square of `size` by `size` modules; `path` draws the dark ones in an SVG of that viewBox. */
      qr: z.object({ size: z.number(), path: z.string() }),
    }),
    errors: ['REAUTH_REQUIRED', 'SECOND_FACTOR_ON'],
  }),
  confirm: post('/api/member/second-factor/confirm', 'signedIn', {
    summary: 'Turn the second factor on with a code of the new key; the recovery codes come once',
    body: secondFactorCodeBody,
    response: recoveryCodesSchema,
    errors: [...CODE_ERRORS, 'SECOND_FACTOR_ON', 'SECOND_FACTOR_NOT_BEGUN'],
  }),
  renewCodes: post('/api/member/second-factor/recovery-codes', 'signedIn', {
    summary: 'New recovery codes, which end the former ones; needs a code',
    body: secondFactorCodeBody,
    response: recoveryCodesSchema,
    errors: [...CODE_ERRORS, 'SECOND_FACTOR_OFF'],
  }),
  turnOff: post('/api/member/second-factor/off', 'signedIn', {
    summary: 'Turn the second factor off; needs a code',
    body: secondFactorCodeBody,
    response: messageSchema,
    errors: [...CODE_ERRORS, 'SECOND_FACTOR_OFF'],
  }),
  enter: post('/api/member/login/second-step', 'public', {
    whileReadOnly: true,
    summary: 'Log in with the token of SECOND_STEP_REQUIRED and a code; sets the device cookie',
    body: z.object({
      token: stepTokenField,
      code: secondFactorCodeField,
    }),
    response: tokensSchema,
    errors: [
      'SECOND_STEP_EXPIRED',
      'CODE_INCORRECT',
      'LOGIN_THROTTLED',
      'ACCOUNT_SUSPENDED',
      'DEMO_LOCAL_ONLY',
    ],
  }),
  remove: post('/api/admin/members/:id/remove-second-factor', 'ADMIN', {
    summary:
      'Turn off the second factor of a member of lower rank who lost it; the member is notified',
    params: idParams,
    body: reasonBody,
    response: messageSchema,
    errors: ['MEMBER_UNKNOWN', 'MEMBER_CHANGE_DENIED', 'SECOND_FACTOR_OFF'],
  }),
};
