import type { ERRORS } from '@naru/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OidcSettings } from '../../config/env.oidc.ts';
import { createCampusNetworks } from '../../platform/campus-networks.ts';
import {
  type ForgedProvider,
  foreignKey,
  startForgedProvider,
} from '../../testing/forged-provider.ts';
import { type LocalSite, startLocalSite } from '../../testing/local-site.ts';
import { createProvider, type Provider } from './oidc.provider.ts';

let forged: ForgedProvider;
let elsewhere: LocalSite;
const lines: string[] = [];
const log = {
  warn: (fields: object, text = '') => void lines.push(JSON.stringify([fields, text])),
};
const redirectUri = 'http://localhost:3000/login/provider';
const expected = { state: 'the-state', nonce: 'the-nonce', verifier: 'v'.repeat(43) };
const DISCOVERY = '/.well-known/openid-configuration';

beforeAll(async () => {
  [forged, elsewhere] = await Promise.all([startForgedProvider(), startLocalSite()]);
});
beforeEach(() => {
  forged.mend();
  forged.claims = { nonce: expected.nonce };
  lines.length = 0;
});
afterAll(() => Promise.all([forged.close(), elsewhere.close()]));

function settings(more: Partial<OidcSettings> = {}): OidcSettings {
  return {
    issuer: forged.origin,
    clientId: forged.clientId,
    clientSecret: 'secret',
    name: '통합로그인',
    scopes: 'openid email profile',
    origins: [],
    numberClaim: null,
    emailClaim: 'email',
    ...more,
  };
}

const campus = createCampusNetworks(['198.51.100.0/24']);
const start = (more: Partial<Parameters<typeof createProvider>[0]> = {}) =>
  createProvider({ settings: settings(), redirectUri, log, campus, ...more });
const address = '203.0.113.7';
const arrive = (provider: Provider, more: object = {}, from = address) =>
  provider.arrive({ code: 'code', state: expected.state, iss: forged.origin, ...more }, expected, {
    again: false,
    address: from,
  });
const arriveAnew = (provider: Provider) => {
  const returned = { code: 'code', state: expected.state, iss: forged.origin };
  return provider.arrive(returned, expected, { again: true, address });
};
const userInfo = (claims: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ sub: 'somebody', ...claims }),
});
const leave = (provider: Provider) => provider.addressFor(expected, { again: false, address });
const refusal = (code: keyof typeof ERRORS) => expect.objectContaining({ code });
const counted = (path: string) => forged.requests.filter((one) => one === path).length;

describe('what a provider sends', () => {
  it('is taken when it is signed, for this site and this visit [OIDC-03]', async () => {
    const { subject, claims } = await arrive(start());
    expect(subject).toBe('somebody');
    expect(await claims(['sub'])).toMatchObject({ sub: 'somebody', nonce: expected.nonce });
    expect(lines).toEqual([]);
  });

  it.each<[string, () => void]>([
    ['a key that it does not show', () => void Object.assign(forged, { signer: foreignKey() })],
    ['no signature', () => void Object.assign(forged, { header: { alg: 'none' } })],
    [
      'a signature by the secret of the client',
      () => void Object.assign(forged, { header: { alg: 'HS256' } }),
    ],
    ['an unknown key', () => void Object.assign(forged, { header: { kid: 'other' } })],
    ['another nonce', () => void Object.assign(forged, { claims: { nonce: 'other' } })],
    ['no nonce', () => void Object.assign(forged, { claims: {} })],
    ['another issuer', () => void Object.assign(forged.claims, { iss: 'https://other.example' })],
    ['another site', () => void Object.assign(forged.claims, { aud: 'other' })],
    [
      'several sites, for another one',
      () => void Object.assign(forged.claims, { aud: ['naru', 'other'], azp: 'other' }),
    ],
    ['a past end', () => void Object.assign(forged.claims, { exp: 1_700_000_000 })],
    [
      'a subject of 256 characters',
      () => void Object.assign(forged.claims, { sub: 's'.repeat(256) }),
    ],
    ['a subject with a line break', () => void Object.assign(forged.claims, { sub: 'a\nb' })],
  ])('is refused with %s [OIDC-03]', async (_, forge) => {
    forge();
    await expect(arrive(start())).rejects.toEqual(refusal('OIDC_REFUSED'));
    expect(lines.join()).not.toContain('the-nonce');
  });

  it.each([
    ['no word which provider it is', { iss: undefined }],
    ['the word of another provider', { iss: 'https://other.example' }],
    ['another state', { state: 'other' }],
  ])('is refused with %s, without a request for tokens [OIDC-03]', async (_, returned) => {
    const before = counted('/token');
    await expect(arrive(start(), returned)).rejects.toEqual(refusal('OIDC_REFUSED'));
    expect(counted('/token')).toBe(before);
  });

  it('is refused when the claims are about somebody else [OIDC-03]', async () => {
    forged.pages.set('/userinfo', userInfo({ sub: 'other', email: 'a@example.ac.kr' }));
    const { claims } = await arrive(start());
    await expect(claims(['email'])).rejects.toEqual(refusal('OIDC_REFUSED'));
  });

  it.each<[string, object, object, unknown[]]>([
    [
      'UserInfo',
      { email_verified: true },
      { email: 'b@example.ac.kr' },
      ['b@example.ac.kr', undefined],
    ],
    [
      'UserInfo, which has another one',
      { email: 'a@example.ac.kr' },
      { email: 'b@example.ac.kr', email_verified: true },
      ['b@example.ac.kr', true],
    ],
    [
      'UserInfo, which has the word alone',
      { email: 'a@example.ac.kr' },
      { email_verified: true },
      [undefined, true],
    ],
    [
      'the ID token where UserInfo has none',
      { email: 'a@example.ac.kr', email_verified: true },
      { name: '한바다' },
      ['a@example.ac.kr', true],
    ],
  ])(
    'is an address of %s with its own word that it is proven [OIDC-06]',
    async (_, own, more, both) => {
      Object.assign(forged.claims, own);
      forged.pages.set('/userinfo', userInfo(more));
      const { claims } = await arrive(start());
      const { email, email_verified } = await claims(['name', 'email', 'email_verified']);
      expect([email, email_verified]).toEqual(both);
    },
  );

  it('says that its owner signed in a moment ago, where an account is linked [OIDC-08]', async () => {
    expect((await arriveAnew(start())).subject).toBe('somebody');
    const long = Math.floor(Date.now() / 1000) - 120;
    for (const auth_time of [long, undefined, String(long + 120)]) {
      Object.assign(forged.claims, { auth_time });
      await expect(arriveAnew(start())).rejects.toEqual(refusal('OIDC_REFUSED'));
    }
    expect(lines.join()).toContain('auth_time');
    Object.assign(forged.claims, { auth_time: undefined });
    expect((await arrive(start())).subject, 'at a login').toBe('somebody');
  });

  it('names a fault of the settings in the log, without tokens [OIDC-09]', async () => {
    forged.pages.set('/token', {
      status: 401,
      headers: { 'content-type': 'application/json' },
      body: '{"error":"invalid_client"}',
    });
    await expect(arrive(start())).rejects.toEqual(refusal('OIDC_REFUSED'));
    expect(lines.join()).toContain('invalid_client');
    expect(lines.join()).not.toMatch(/"code"|access|secret/);
  });
});

describe('a provider that cannot be used', () => {
  it.each<[string, () => void]>([
    ['fails', () => void forged.pages.set(DISCOVERY, { status: 500 })],
    [
      'sends elsewhere',
      () => {
        forged.pages.set(DISCOVERY, { status: 302, headers: { location: elsewhere.origin } });
      },
    ],
    [
      'sends too much',
      () => {
        const headers = { 'content-type': 'application/json' };
        forged.pages.set(DISCOVERY, { headers, body: `{"a":"${'a'.repeat(300_000)}"}` });
      },
    ],
    ['sends no JSON', () => void forged.pages.set(DISCOVERY, { body: '<html>' })],
    [
      'names another issuer',
      () => void Object.assign(forged, { metadata: { issuer: 'https://other.example' } }),
    ],
    [
      'has its page elsewhere',
      () => {
        forged.metadata = { authorization_endpoint: `${elsewhere.origin}/auth` };
      },
    ],
    [
      'has a script as its page',
      () => {
        forged.metadata = { authorization_endpoint: 'javascript:alert(1)' };
      },
    ],
  ])('says so when it %s, and is asked again after ten seconds [OIDC-09]', async (_, spoil) => {
    spoil();
    let now = 0;
    const provider = start({ now: () => now });
    const before = counted(DISCOVERY);
    const results = await Promise.allSettled([leave(provider), leave(provider), leave(provider)]);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: refusal('OIDC_UNAVAILABLE') });
    }
    await expect(leave(provider)).rejects.toEqual(refusal('OIDC_UNAVAILABLE'));
    expect(counted(DISCOVERY)).toBe(before + 1);
    forged.mend();
    now = 10_000;
    expect(await leave(provider)).toContain(`${forged.origin}/auth?`);
    expect(elsewhere.connections()).toBe(0);
  });

  it.each([
    ['tokens', () => ({ token_endpoint: `${elsewhere.origin}/token` })],
    ['keys', () => ({ jwks_uri: `${elsewhere.origin}/jwks` })],
  ])(
    'is not followed to %s elsewhere, unless the operator names the place [OIDC-04]',
    async (_, more) => {
      forged.metadata = more();
      const before = elsewhere.requests.length;
      await expect(arrive(start())).rejects.toEqual(refusal('OIDC_UNAVAILABLE'));
      expect(elsewhere.requests.length).toBe(before);
      const open = start({ settings: settings({ origins: [elsewhere.origin] }) });
      await expect(arrive(open)).rejects.toThrow();
      expect(elsewhere.requests.length).toBe(before + 1);
    },
  );

  it('holds nobody up who waits for tokens: it never sends them, drips, or goes away [OIDC-09]', async () => {
    const quick = { requestSeconds: 0.1 };
    forged.pages.set('/token', () => undefined);
    await expect(arrive(start(quick))).rejects.toEqual(refusal('OIDC_UNAVAILABLE'));
    forged.pages.set('/token', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 10);
      response.once('close', () => clearInterval(drip));
    });
    await expect(arrive(start(quick))).rejects.toEqual(refusal('OIDC_UNAVAILABLE'));
    await expect(arrive(start({ visitMs: 50 }))).rejects.toEqual(refusal('OIDC_UNAVAILABLE'));
    forged.pages.set('/token', (response) => void response.destroy());
    await expect(arrive(start())).rejects.toEqual(refusal('OIDC_UNAVAILABLE'));
  });

  it('has fifty visitors at most who wait, and the next one is refused at once [OIDC-09]', async () => {
    forged.pages.set('/token', () => undefined);
    const provider = start({ visitMs: 100 });
    await leave(provider);
    const waiting = Array.from({ length: 50 }, () => arrive(provider).catch(({ code }) => code));
    const before = counted('/token');
    await expect(arrive(provider)).rejects.toEqual(refusal('OIDC_UNAVAILABLE'));
    expect(await Promise.all(waiting)).toEqual(Array(50).fill('OIDC_UNAVAILABLE'));
    expect(counted('/token') - before).toBeLessThanOrEqual(50);
  });

  it('has five places for each other network when one waits in fifty [LIMIT-74]', async () => {
    const held: { destroy(): void }[] = [];
    forged.pages.set('/token', (response) => void held.push(response));
    const provider = start();
    await leave(provider);
    const waiting: Promise<unknown>[] = [];
    const refused: string[] = [];
    const come = (from: string) =>
      waiting.push(arrive(provider, {}, from).catch(() => refused.push(from)));
    for (let n = 0; n < 51; n += 1) come(`2001:db8:1:${n.toString(16)}::`);
    for (let n = 0; n < 6; n += 1) come(address);
    for (let n = 0; n < 51; n += 1) come('198.51.100.7');
    await new Promise(setImmediate);
    expect(refused.toSorted()).toEqual(['198.51.100.7', '2001:db8:1:32::', address]);
    forged.pages.set('/token', (response) => void response.destroy());
    for (const response of held) response.destroy();
    await Promise.all(waiting);
  });

  it('is not asked again sooner because the clock of the machine was set [OIDC-09]', async () => {
    forged.pages.set(DISCOVERY, { status: 500 });
    const provider = start();
    await expect(leave(provider)).rejects.toEqual(refusal('OIDC_UNAVAILABLE'));
    const before = counted(DISCOVERY);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    try {
      await expect(leave(provider)).rejects.toEqual(refusal('OIDC_UNAVAILABLE'));
    } finally {
      vi.useRealTimers();
    }
    expect(counted(DISCOVERY)).toBe(before);
  });

  it('goes on to count with what is known of it when it is away an hour later [OIDC-09]', async () => {
    let now = 0;
    const provider = start({ now: () => now });
    await leave(provider);
    const before = counted(DISCOVERY);
    await leave(provider);
    expect(counted(DISCOVERY)).toBe(before);
    forged.pages.set(DISCOVERY, { status: 503 });
    now = 3_600_001;
    for (let visit = 0; visit < 3; visit += 1) await leave(provider);
    expect(counted(DISCOVERY)).toBe(before + 1);
  });
});

it('sends the browser to the page of the provider with PKCE and the exact address back [OIDC-02]', async () => {
  const url = new URL(await start().addressFor(expected, { again: true, address }));
  const query = Object.fromEntries(url.searchParams);
  expect(url.origin + url.pathname).toBe(`${forged.origin}/auth`);
  expect(query).toEqual({
    client_id: 'naru',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: expected.state,
    nonce: expected.nonce,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    prompt: 'login',
    max_age: '60',
  });
  expect(await leave(start())).not.toMatch(/prompt|max_age/);
});
