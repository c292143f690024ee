import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_RATES } from '../platform/rates.ts';
import { TEST_PASSWORD } from '../testing/factories/members.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

const RATES = { refused: 5, refusedAnonymous: 5, files: 8, anonymous: 20 };

let t: TestApp;
let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'naru-refusals-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>나루</title>');
  await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'export {}');
  t = await createTestApp({ rates: RATES, webRoot });
});
afterAll(async () => {
  await t.close();
  await rm(webRoot, { recursive: true, force: true });
});

let addresses = 0;
/** An address that no other test uses. */
function newAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

interface Sending {
  as?: SignedIn;
  headers?: Record<string, string>;
  payload?: string | object;
}

function send(address: string, method: 'GET' | 'POST', url: string, sending: Sending = {}) {
  const { as, headers, payload } = sending;
  return t.app.inject({
    method,
    url,
    remoteAddress: address,
    headers: { ...as?.headers, ...headers },
    ...(payload !== undefined && { payload }),
  });
}

/** Statuses of the same request sent `count` times. */
async function repeat(count: number, run: () => ReturnType<typeof send>): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) statuses.push((await run()).statusCode);
  return statuses;
}

const times = (count: number, status: number) => Array<number>(count).fill(status);

describe('refusals', () => {
  it.each<[string, number, 'GET' | 'POST', string, Sending]>([
    ['an unknown call', 404, 'GET', '/api/nothing', {}],
    ['a missing token', 401, 'GET', '/api/member/me', {}],
    [
      'an invalid token',
      401,
      'GET',
      '/api/member/me',
      { headers: { authorization: 'Bearer a.b.c' } },
    ],
    ['an overlong address', 414, 'GET', `/api/post/${'1'.repeat(9000)}`, {}],
  ])(
    'of %s become 429 above the rate of the address [LIMIT-12, API-03, LIMIT-03]',
    async (_, status, method, url, sending) => {
      const address = newAddress();
      const statuses = await repeat(7, () => send(address, method, url, sending));
      expect(statuses).toEqual([...times(5, status), 429, 429]);
      const refused = await send(address, method, url, sending);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.json().message).toBe('요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.');
      expect(refused.headers['x-content-type-options']).toBe('nosniff');
      expect((await send(newAddress(), method, url, sending)).statusCode).toBe(status);
    },
  );

  it('of one visitor refuse nothing that is right to others behind the address [LIMIT-10]', async () => {
    const address = newAddress();
    const member = await t.signIn('STUDENT');
    await repeat(20, () => send(address, 'GET', '/api/nothing'));
    const me = await send(address, 'GET', '/api/member/me', { as: member });
    expect(me.statusCode).toBe(200);
    const payload = { username: member.username, password: TEST_PASSWORD };
    const login = await send(address, 'POST', '/api/member/login', { payload });
    expect(login.statusCode).toBe(200);
    expect((await send(address, 'GET', '/')).statusCode).toBe(200);
  });

  it('of an expired token stay 401, so that browsers refresh it [LIMIT-12]', async () => {
    const address = newAddress();
    const member = await t.signIn('STUDENT');
    t.clock.advance(16 * 60);
    const statuses = await repeat(8, () => send(address, 'GET', '/api/member/me', { as: member }));
    expect(statuses).toEqual(times(8, 401));
  });

  it('of a role that is too low become 429 for that member only [LIMIT-12]', async () => {
    const address = newAddress();
    const [curious, other] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
    const search = (as: SignedIn) => send(address, 'GET', '/api/admin/search-users', { as });
    expect(await repeat(7, () => search(curious))).toEqual([...times(5, 403), 429, 429]);
    expect((await search(other)).statusCode).toBe(403);
    expect((await send(address, 'GET', '/api/member/me', { as: curious })).statusCode).toBe(200);
  });

  it.each<[string, number, Sending]>([
    ['too large', 413, { payload: { username: 'a'.repeat(300_000) } }],
    ['broken', 400, { payload: '{"username":', headers: { 'content-type': 'application/json' } }],
    ['wrong', 400, { payload: { username: 1 } }],
  ])('of a %s body count as requests of their caller [LIMIT-12]', async (_, status, sending) => {
    const address = newAddress();
    const statuses = await repeat(21, () => send(address, 'POST', '/api/member/login', sending));
    expect(statuses).toEqual([...times(20, status), 429]);
  });
});

describe('pages and files', () => {
  it.each(['/', '/main/community', '/assets/app-1a2b.js', '/files/nothing.webp'])(
    'have a rate per address: %s [LIMIT-13]',
    async (url) => {
      const address = newAddress();
      const statuses = await repeat(9, () => send(address, 'GET', url));
      expect(statuses.slice(0, 5).every((status) => status !== 429)).toBe(true);
      expect(statuses.at(-1)).toBe(429);
      const refused = await send(address, 'GET', url);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it('share a rate that a lecture hall behind one address does not reach [LIMIT-01, GATE-04]', () => {
    const students = 300;
    const filesOfFirstVisit = 80;
    expect(DEFAULT_RATES.files).toBeGreaterThanOrEqual(students * filesOfFirstVisit);
  });

  it('leave the calls of members behind the address alone [LIMIT-10]', async () => {
    const address = newAddress();
    const member = await t.signIn('STUDENT');
    await repeat(20, () => send(address, 'GET', '/assets/app-1a2b.js'));
    expect((await send(address, 'GET', '/api/member/me', { as: member })).statusCode).toBe(200);
  });

  it('the documentation counts as requests of its reader [LIMIT-12]', async () => {
    const address = newAddress();
    const statuses = await repeat(21, () => send(address, 'GET', '/api/openapi.json'));
    expect(statuses).toEqual([...times(20, 200), 429]);
  });
});
