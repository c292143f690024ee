import * as z from 'zod/mini';
import { tokensSchema } from './auth.ts';
import { dateSchema, idParams, lineField, messageSchema } from './fields.ts';
import { del, get, post } from './route.ts';
import { secondFactorCodeBody, stepTokenField } from './second-factor.ts';
import { TEXTS } from './texts.ts';

/** Apart from LIMITS, which every page loads. */
export const PASSKEY_LIMITS = {
  /** Passkeys of one member, and graphemes of the name of one. */
  perMember: 10,
  nameMax: 30,
  /** Seconds in which a device must have signed. */
  challengeSeconds: 300,
} as const;

const NAME_LENGTH = `이름은 ${PASSKEY_LIMITS.nameMax}자까지 쓸 수 있습니다.`;
const nameField = lineField(
  PASSKEY_LIMITS.nameMax,
  '어느 기기인지 알아볼 이름을 입력해 주세요.',
  NAME_LENGTH,
);
export const passkeyNameBody = z.object({ name: nameField });

/** Base64url with at most `max` characters. */
const bytesField = (max: number) =>
  z
    .string()
    .check(z.maxLength(max, { error: TEXTS.valueInvalid, abort: true }), z.regex(/^[\w-]+$/));

const credentialId = bytesField(1400);
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
const transports = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10));

/** What the browser has made of the options: `RegistrationResponseJSON`. */
const registrationField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytesField(8192),
    attestationObject: bytesField(32_768),
    transports: z.optional(transports),
  }),
});

/** `AuthenticationResponseJSON`. */
const assertionField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytesField(8192),
    authenticatorData: bytesField(8192),
    signature: bytesField(8192),
    userHandle: z.optional(z.string().check(z.maxLength(100))),
  }),
});
export type PasskeyRegistration = z.output<typeof registrationField>;
export type PasskeyAssertion = z.output<typeof assertionField>;

const descriptorSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});

/** `PublicKeyCredentialCreationOptionsJSON`. */
const creationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptorSchema),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('preferred'),
  }),
});

/** `PublicKeyCredentialRequestOptionsJSON`. */
const requestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.optional(z.array(descriptorSchema)),
  userVerification: z.enum(['preferred', 'required']),
});
export type PasskeyCreation = z.output<typeof creationSchema>;
export type PasskeyRequest = z.output<typeof requestSchema>;

const passkeySchema = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: dateSchema,
  /** Null: never since it was added. */
  lastUsedAt: z.nullable(dateSchema),
  /** It is on all devices of an account, such as those of one phone maker. */
  isSynced: z.boolean(),
  /** It was copied and opens nothing any more. */
  isLocked: z.boolean(),
});
export type Passkey = z.output<typeof passkeySchema>;

/** Passkeys beside the codes: they need the second factor to be on. */
export const passkeyRoutes = {
  list: get('/api/member/passkeys', 'signedIn', {
    summary: 'The own passkeys, and whether this installation can have any',
    response: z.object({
      /** Passkeys belong to a name with https, or to localhost. */
      isPossible: z.boolean(),
      passkeys: z.array(passkeySchema),
    }),
  }),
  begin: post('/api/member/passkeys/begin', 'signedIn', {
    summary: 'What the browser needs to make a passkey; needs a code',
    body: secondFactorCodeBody,
    response: creationSchema,
    errors: [
      'REAUTH_REQUIRED',
      'CODE_INCORRECT',
      'LOGIN_THROTTLED',
      'SECOND_FACTOR_OFF',
      'PASSKEYS_FULL',
      'PASSKEYS_IMPOSSIBLE',
    ],
  }),
  add: post('/api/member/passkeys', 'signedIn', {
    summary: 'Add the passkey that the browser made',
    body: z.object({
      name: nameField,
      ...secondFactorCodeBody.shape,
      credential: registrationField,
    }),
    status: 201,
    response: messageSchema,
    errors: [
      'REAUTH_REQUIRED',
      'CODE_INCORRECT',
      'LOGIN_THROTTLED',
      'SECOND_FACTOR_OFF',
      'PASSKEY_REFUSED',
      'PASSKEYS_FULL',
      'PASSKEYS_IMPOSSIBLE',
    ],
  }),
  remove: del('/api/member/passkeys/:id', 'signedIn', {
    summary: 'Remove one of the own passkeys',
    params: idParams,
    response: messageSchema,
    errors: ['REAUTH_REQUIRED', 'PASSKEY_NOT_FOUND'],
  }),
  beginLogin: post('/api/member/login/passkey/begin', 'public', {
    whileReadOnly: true,
    summary: 'What the browser needs to log in: with a token of SECOND_STEP_REQUIRED or by itself',
    body: z.object({ token: z.optional(stepTokenField) }),
    response: requestSchema,
    errors: ['SECOND_STEP_EXPIRED', 'PASSKEYS_IMPOSSIBLE'],
  }),
  login: post('/api/member/login/passkey', 'public', {
    whileReadOnly: true,
    summary:
      'Log in with a passkey: as the second step of the token, or in place of the password where the device verified its user; sets the device cookie',
    body: z.object({ token: z.optional(stepTokenField), credential: assertionField }),
    response: tokensSchema,
    errors: [
      'SECOND_STEP_EXPIRED',
      'PASSKEY_REFUSED',
      'PASSKEY_LOCKED',
      'PASSKEYS_IMPOSSIBLE',
      'ACCOUNT_SUSPENDED',
      'DEMO_LOCAL_ONLY',
    ],
  }),
};
