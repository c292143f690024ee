import { highestRole } from '@naru/contract/roles';
import { createAuthenticator } from '../authenticator.ts';
import { TEST_PASSWORD } from '../factories/members.ts';
import {
  proveFor,
  storePasskey,
  totpCode,
  turnOnSecondFactor,
} from '../factories/second-factors.ts';
import type { SignedIn, TestApp } from '../test-app.ts';
import type { Build, Cell } from './build.ts';
import { forAll, from, MADE, type MatrixLine, OK, signedIn } from './cells.ts';
import type { World } from './world.ts';

const OWN = '/api/member/second-factor';

/** A disposable member with the caller's role and a fresh password proof. */
async function proven(t: TestApp, { caller }: Cell): Promise<SignedIn | null> {
  if (caller === null) return null;
  const member = await t.signIn(highestRole(caller.roles));
  await proveFor(t, member);
  return member;
}

const begin: Build = async ({ t }, cell) => {
  const as = await proven(t, cell);
  return { url: `${OWN}/begin`, ...(as && { headers: as.headers }) };
};

const confirm: Build = async ({ t }, cell) => {
  const url = `${OWN}/confirm`;
  const as = await proven(t, cell);
  if (as === null) return { url, body: { code: '000000' } };
  const { json } = await t.call('POST', `${OWN}/begin`, { as });
  return { url, headers: as.headers, body: { code: totpCode(t, json.secret) } };
};

const withCode =
  (url: string): Build =>
  async ({ t }, cell) => {
    const as = await proven(t, cell);
    if (as === null) return { url, body: { code: '000000' } };
    const { secret } = await turnOnSecondFactor(t, as.id);
    return { url, headers: as.headers, body: { code: totpCode(t, secret) } };
  };

async function memberWithFactor({ t }: World) {
  const member = await t.signIn('STUDENT');
  return { member, ...(await turnOnSecondFactor(t, member.id)) };
}

const enter: Build = async (world) => {
  const { t } = world;
  const { member, secret } = await memberWithFactor(world);
  const body = { username: member.username, password: TEST_PASSWORD };
  const { json } = await t.call('POST', '/api/member/login', { body });
  const url = '/api/member/login/second-step';
  return { url, body: { token: json.secondStep.token, code: totpCode(t, secret) } };
};

const remove: Build = async (world) => {
  const { member } = await memberWithFactor(world);
  const url = `/api/admin/members/${member.id}/remove-second-factor`;
  return { url, body: { reason: '휴대전화 분실' } };
};

const PASSKEYS = '/api/member/passkeys';
const PASSKEY_LOGIN = '/api/member/login/passkey';

/** Passkeys need a site with a name. */
export const NAMED_SITE = { PUBLIC_URL: 'http://localhost:3000' };

const newDevice = () => createAuthenticator({ origin: NAMED_SITE.PUBLIC_URL, rpId: 'localhost' });

/** The body that adds a passkey of the device to the member. */
async function passkeyBody(t: TestApp, as: SignedIn, device: ReturnType<typeof newDevice>) {
  const { secret } = await turnOnSecondFactor(t, as.id);
  const body = { code: totpCode(t, secret) };
  const { json } = await t.call('POST', `${PASSKEYS}/begin`, { as, body });
  return { name: '내 휴대전화', ...body, credential: device.register(json) };
}

const addPasskey: Build = async ({ t }, cell) => {
  const as = await proven(t, cell);
  if (as === null) return { url: PASSKEYS, body: {} };
  return { url: PASSKEYS, headers: as.headers, body: await passkeyBody(t, as, newDevice()) };
};

const removePasskey: Build = async ({ t }, cell) => {
  const as = await proven(t, cell);
  if (as === null) return { url: `${PASSKEYS}/1` };
  return { url: `${PASSKEYS}/${await storePasskey(t, as.id)}`, headers: as.headers };
};

const enterByPasskey: Build = async ({ t }) => {
  const as = await t.signIn('STUDENT');
  await proveFor(t, as);
  const device = newDevice();
  await t.call('POST', PASSKEYS, { as, body: await passkeyBody(t, as, device) });
  const { json } = await t.call('POST', `${PASSKEY_LOGIN}/begin`, { body: {} });
  return { url: PASSKEY_LOGIN, body: { credential: device.sign(json) } };
};

const listPasskeys: Build = async ({ t }, { caller }) => {
  if (caller !== null) await storePasskey(t, caller.id);
  return { url: PASSKEYS };
};

export const SECOND_FACTOR_REQUESTS: Record<string, Build> = {
  [`GET ${OWN}`]: () => ({ url: OWN }),
  [`POST ${OWN}/begin`]: begin,
  [`POST ${OWN}/confirm`]: confirm,
  [`POST ${OWN}/recovery-codes`]: withCode(`${OWN}/recovery-codes`),
  [`POST ${OWN}/off`]: withCode(`${OWN}/off`),
  'POST /api/member/login/second-step': enter,
  'POST /api/admin/members/:id/remove-second-factor': remove,
  [`GET ${PASSKEYS}`]: listPasskeys,
  [`POST ${PASSKEYS}/begin`]: withCode(`${PASSKEYS}/begin`),
  [`POST ${PASSKEYS}`]: addPasskey,
  [`DELETE ${PASSKEYS}/:id`]: removePasskey,
  [`POST ${PASSKEY_LOGIN}/begin`]: () => ({ url: `${PASSKEY_LOGIN}/begin`, body: {} }),
  [`POST ${PASSKEY_LOGIN}`]: enterByPasskey,
};

export const SECOND_FACTOR_LINES: readonly MatrixLine[] = [
  { call: `GET ${OWN}`, cells: signedIn() },
  { call: `POST ${OWN}/begin`, cells: signedIn() },
  { call: `POST ${OWN}/confirm`, cells: signedIn() },
  { call: `POST ${OWN}/recovery-codes`, cells: signedIn() },
  { call: `POST ${OWN}/off`, cells: signedIn() },
  { call: 'POST /api/member/login/second-step', cells: forAll(OK) },
  { call: 'POST /api/admin/members/:id/remove-second-factor', cells: from('ADMIN', OK, 403) },
  { call: `GET ${PASSKEYS}`, cells: signedIn() },
  { call: `POST ${PASSKEYS}/begin`, cells: signedIn() },
  { call: `POST ${PASSKEYS}`, cells: signedIn(MADE) },
  { call: `DELETE ${PASSKEYS}/:id`, cells: signedIn() },
  { call: `POST ${PASSKEY_LOGIN}/begin`, cells: forAll(OK) },
  { call: `POST ${PASSKEY_LOGIN}`, cells: forAll(OK) },
];

const WITH_CODES = ['message', 'recoveryCodes'];

export const SECOND_FACTOR_RESPONSE_KEYS: Record<string, readonly string[]> = {
  [`GET ${OWN}`]: ['enabledAt', 'isRequired', 'recoveryCodesLeft'],
  [`POST ${OWN}/begin`]: ['qr', 'qr.path', 'qr.size', 'secret', 'uri'],
  [`POST ${OWN}/confirm`]: WITH_CODES,
  [`POST ${OWN}/recovery-codes`]: WITH_CODES,
  [`POST ${OWN}/off`]: ['message'],
  'POST /api/member/login/second-step': ['accessToken', 'refreshToken'],
  'POST /api/admin/members/:id/remove-second-factor': ['message'],
  [`GET ${PASSKEYS}`]: [
    'isPossible',
    'passkeys',
    ...['createdAt', 'id', 'isLocked', 'isSynced', 'lastUsedAt', 'name'].map(
      (key) => `passkeys[].${key}`,
    ),
  ],
  [`POST ${PASSKEYS}/begin`]: [
    'attestation',
    'authenticatorSelection',
    ...['requireResidentKey', 'residentKey', 'userVerification'].map(
      (key) => `authenticatorSelection.${key}`,
    ),
    'challenge',
    'excludeCredentials',
    'pubKeyCredParams',
    'pubKeyCredParams[].alg',
    'pubKeyCredParams[].type',
    'rp',
    'rp.id',
    'rp.name',
    'timeout',
    'user',
    'user.displayName',
    'user.id',
    'user.name',
  ],
  [`POST ${PASSKEYS}`]: ['message'],
  [`DELETE ${PASSKEYS}/:id`]: ['message'],
  [`POST ${PASSKEY_LOGIN}/begin`]: ['challenge', 'rpId', 'timeout', 'userVerification'],
  [`POST ${PASSKEY_LOGIN}`]: ['accessToken', 'refreshToken'],
};
