import { highestRole } from '@naru/contract/roles';
import { TEST_PASSWORD } from '../factories/members.ts';
import { proveFor, totpCode, turnOnSecondFactor } from '../factories/second-factors.ts';
import type { SignedIn, TestApp } from '../test-app.ts';
import type { Build, Cell } from './build.ts';
import { forAll, from, type MatrixLine, OK, signedIn } from './cells.ts';
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
  (suffix: string): Build =>
  async ({ t }, cell) => {
    const url = `${OWN}/${suffix}`;
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

export const SECOND_FACTOR_REQUESTS: Record<string, Build> = {
  [`GET ${OWN}`]: () => ({ url: OWN }),
  [`POST ${OWN}/begin`]: begin,
  [`POST ${OWN}/confirm`]: confirm,
  [`POST ${OWN}/recovery-codes`]: withCode('recovery-codes'),
  [`POST ${OWN}/off`]: withCode('off'),
  'POST /api/member/login/second-step': enter,
  'POST /api/admin/members/:id/remove-second-factor': remove,
};

export const SECOND_FACTOR_LINES: readonly MatrixLine[] = [
  { call: `GET ${OWN}`, cells: signedIn() },
  { call: `POST ${OWN}/begin`, cells: signedIn() },
  { call: `POST ${OWN}/confirm`, cells: signedIn() },
  { call: `POST ${OWN}/recovery-codes`, cells: signedIn() },
  { call: `POST ${OWN}/off`, cells: signedIn() },
  { call: 'POST /api/member/login/second-step', cells: forAll(OK) },
  { call: 'POST /api/admin/members/:id/remove-second-factor', cells: from('ADMIN', OK, 403) },
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
};
