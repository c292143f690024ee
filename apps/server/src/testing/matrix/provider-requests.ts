import { linkIdentity, proveFor } from '../factories/second-factors.ts';
import { type ForgedProvider, startForgedProvider } from '../forged-provider.ts';
import type { SignedIn, TestApp } from '../test-app.ts';
import type { Build } from './build.ts';
import { forAll, MADE, type MatrixLine, OK, signedIn } from './cells.ts';

const LOGIN = '/api/member/login/provider';
const OWN = '/api/member/identities';
const NOWHERE = 'http://127.0.0.1:9';

/** Of the file that runs; requests of an app without one are well-formed too. */
let provider: ForgedProvider | null = null;

/** Starts a provider for an app of the matrix; returns its settings. */
export async function startMatrixProvider(): Promise<Record<string, string>> {
  provider = await startForgedProvider();
  const { origin, clientId } = provider;
  return { OIDC_ISSUER: origin, OIDC_CLIENT_ID: clientId, OIDC_NAME: '통합로그인' };
}

export async function stopMatrixProvider(): Promise<void> {
  await provider?.close();
  provider = null;
}

const issuer = () => provider?.origin ?? NOWHERE;

let subjects = 0;
function newSubject(): string {
  subjects += 1;
  return `subject-${subjects}`;
}

/** Leaves for the provider; returns the request with which it sends the browser back as `subject`. */
async function comeBack(t: TestApp, subject: string, begin: string, as?: SignedIn) {
  const { json, cookies } = await t.call('POST', begin, { ...(as && { as }) });
  const query = URL.parse(json?.url ?? NOWHERE)?.searchParams;
  if (provider !== null) provider.claims = { sub: subject, nonce: query?.get('nonce') };
  return {
    body: { code: 'code', state: query?.get('state') ?? 'state', iss: issuer() },
    cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])),
  };
}

const logIn: Build = async ({ t }) => {
  const subject = newSubject();
  await linkIdentity(t, (await t.signIn('STUDENT')).id, { issuer: issuer(), subject });
  return { url: LOGIN, ...(await comeBack(t, subject, `${LOGIN}/begin`)) };
};

const list: Build = async ({ t }, { caller }) => {
  if (caller !== null) {
    await linkIdentity(t, caller.id, { issuer: issuer(), subject: newSubject() });
  }
  return { url: OWN };
};

/** A disposable member with a fresh password proof. */
async function proven(t: TestApp): Promise<SignedIn> {
  const member = await t.signIn('STUDENT');
  await proveFor(t, member);
  return member;
}

const begin: Build = async ({ t }, { caller }) => ({
  url: `${OWN}/begin`,
  ...(caller !== null && { headers: (await proven(t)).headers }),
});

const link: Build = async ({ t }, { caller }) => {
  if (caller === null) return { url: OWN, body: { code: 'code', state: 'state' } };
  const as = await proven(t);
  const request = await comeBack(t, newSubject(), `${OWN}/begin`, as);
  return { url: OWN, headers: as.headers, ...request };
};

const unlink: Build = async ({ t }, { caller }) => {
  if (caller === null) return { url: `${OWN}/1` };
  const as = await proven(t);
  const id = await linkIdentity(t, as.id, { issuer: issuer(), subject: newSubject() });
  return { url: `${OWN}/${id}`, headers: as.headers };
};

export const PROVIDER_REQUESTS: Record<string, Build> = {
  [`POST ${LOGIN}/begin`]: () => ({ url: `${LOGIN}/begin` }),
  [`POST ${LOGIN}`]: logIn,
  [`GET ${OWN}`]: list,
  [`POST ${OWN}/begin`]: begin,
  [`POST ${OWN}`]: link,
  [`DELETE ${OWN}/:id`]: unlink,
};

export const PROVIDER_LINES: readonly MatrixLine[] = [
  { call: `POST ${LOGIN}/begin`, cells: forAll(OK) },
  { call: `POST ${LOGIN}`, cells: forAll(OK) },
  { call: `GET ${OWN}`, cells: signedIn() },
  { call: `POST ${OWN}/begin`, cells: signedIn() },
  { call: `POST ${OWN}`, cells: signedIn(MADE) },
  { call: `DELETE ${OWN}/:id`, cells: signedIn() },
];

export const PROVIDER_RESPONSE_KEYS: Record<string, readonly string[]> = {
  [`POST ${LOGIN}/begin`]: ['url'],
  [`POST ${LOGIN}`]: ['signUp', 'tokens', 'tokens.accessToken', 'tokens.refreshToken'],
  [`GET ${OWN}`]: [
    'identities',
    ...['id', 'lastUsedAt', 'linkedAt'].map((key) => `identities[].${key}`),
  ],
  [`POST ${OWN}/begin`]: ['url'],
  [`POST ${OWN}`]: ['message'],
  [`DELETE ${OWN}/:id`]: ['message'],
};
