import * as z from 'zod/mini';
import { tokensSchema } from './auth.ts';
import { dateSchema, idParams, messageSchema } from './fields.ts';
import { del, get, post } from './route.ts';
import { secondFactorCodeBody } from './second-factor.ts';
import { TEXTS } from './texts.ts';

/** Apart from LIMITS, which every page loads. */
export const OIDC_LIMITS = {
  /** Seconds from the button to the way back from the provider. */
  visitSeconds: 600,
  /** Seconds for the form of a sign-up that the provider began. */
  signUpSeconds: 1800,
} as const;

const returned = (max: number) =>
  z
    .string()
    .check(
      z.maxLength(max, { error: TEXTS.valueInvalid, abort: true }),
      z.regex(/^[\x20-\x7e]+$/, TEXTS.valueInvalid),
    );

/** The query with which the provider sends the browser back. */
const returnBody = z.object({
  code: returned(4096),
  state: returned(400),
  /** Which provider it is, where the provider says so. */
  iss: z.optional(returned(400)),
});

const linkBody = z.object({
  ...returnBody.shape,
  /** Of the second factor, where it is on; a missing or wrong one leaves the way back unused. */
  factorCode: z.optional(secondFactorCodeBody.shape.code),
});

const addressSchema = z.object({
  /** Of the provider's page. */
  url: z.string(),
});

const signUpSchema = z.object({
  /** For `ticket` of the sign-up, in this browser. */
  ticket: z.string(),
  /** What the provider says of the person, as far as this site can use it. */
  username: z.nullable(z.string()),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The address needs no code. */
  isEmailProven: z.boolean(),
});
export type ProviderSignUp = z.output<typeof signUpSchema>;

const enteredSchema = z.object({
  /** Null: no account is linked. */
  tokens: z.nullable(tokensSchema),
  /** Without tokens: how to sign up; null when the person has an account already, which is not linked. */
  signUp: z.nullable(signUpSchema),
});

const identitySchema = z.object({
  id: z.number(),
  linkedAt: dateSchema,
  /** Null: never since it was linked. */
  lastUsedAt: z.nullable(dateSchema),
});
export type LinkedIdentity = z.output<typeof identitySchema>;

const RETURN_ERRORS = ['OIDC_OFF', 'OIDC_UNAVAILABLE', 'OIDC_REFUSED'] as const;

/** Sign-in by the provider of the university, where the operator has configured one. */
export const oidcRoutes = {
  beginLogin: post('/api/member/login/provider/begin', 'public', {
    whileReadOnly: true,
    summary: 'The address of the provider for a login in this browser; sets a cookie',
    response: addressSchema,
    errors: ['OIDC_OFF', 'OIDC_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  }),
  login: post('/api/member/login/provider', 'public', {
    whileReadOnly: true,
    summary:
      'Log in with what the provider sent the browser back with, once; without a linked account it says how to go on',
    body: returnBody,
    response: enteredSchema,
    errors: [
      ...RETURN_ERRORS,
      'SECOND_STEP_REQUIRED',
      'SECOND_STEP_EXPIRED',
      'ACCOUNT_SUSPENDED',
      'SIGN_UP_WAITING',
      'DEMO_LOCAL_ONLY',
    ],
  }),
  list: get('/api/member/identities', 'signedIn', {
    summary: 'The own accounts at the provider that open this account',
    response: z.object({ identities: z.array(identitySchema) }),
  }),
  begin: post('/api/member/identities/begin', 'signedIn', {
    summary: 'The address of the provider for linking; needs `verify-password`',
    response: addressSchema,
    errors: ['OIDC_OFF', 'OIDC_UNAVAILABLE', 'REAUTH_REQUIRED', 'IDENTITY_TAKEN'],
  }),
  link: post('/api/member/identities', 'signedIn', {
    summary:
      'Link the account with which the provider sent the browser back; needs a code where the second factor is on',
    body: linkBody,
    status: 201,
    response: messageSchema,
    errors: [
      ...RETURN_ERRORS,
      'REAUTH_REQUIRED',
      'CODE_INCORRECT',
      'LOGIN_THROTTLED',
      'IDENTITY_TAKEN',
    ],
  }),
  unlink: del('/api/member/identities/:id', 'signedIn', {
    summary: 'End a link; the password goes on to open the account',
    params: idParams,
    response: messageSchema,
    errors: ['REAUTH_REQUIRED', 'IDENTITY_NOT_FOUND'],
  }),
};
