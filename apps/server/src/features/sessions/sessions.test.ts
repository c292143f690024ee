import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../platform/secrets.ts';
import { createMember, TEST_PASSWORD } from '../../testing/factories/members.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createVisitor, emailsTo, readValue, type Visitor } from '../../testing/visitor.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const REFRESH = '/api/auth/refresh';
const DAY = 86_400;

async function logIn(visitor: Visitor = createVisitor(t)) {
  const member = await createMember(t.db);
  const { json } = await visitor.post('/api/member/login', {
    username: member.username,
    password: TEST_PASSWORD,
  });
  const { accessToken, refreshToken } = json as { accessToken: string; refreshToken: string };
  return { visitor, member, accessToken, refreshToken };
}

const refresh = (visitor: Visitor, refreshToken: string, headers?: Record<string, string>) =>
  visitor.post(REFRESH, { refreshToken }, { ...(headers && { headers }) });

async function statusOf(accessToken: string) {
  const { status, json } = await t.call('GET', '/api/member/my-roles', {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return status === 200 ? 200 : `${status} ${json.error}`;
}

describe('POST /api/auth/refresh, rejected', () => {
  it.each([[{}], [{ refreshToken: 1 }], [{ refreshToken: 'x'.repeat(5000) }]])(
    'refuses %j',
    async (body) => {
      expect((await createVisitor(t).post(REFRESH, body)).status).toBe(400);
    },
  );

  it('refuses forged and altered tokens and ends no session', async () => {
    const { visitor, refreshToken } = await logIn();
    const altered = `${refreshToken[0] === 'A' ? 'B' : 'A'}${refreshToken.slice(1)}`;
    const later = refreshToken.replace(/\d{10}$/, '4102444800');
    for (const token of ['', 'abc', altered, later, `${'A'.repeat(86)}.4102444800`]) {
      const { status, json } = await refresh(visitor, token);
      expect(status).toBe(401);
      expect(json.error).toBe('REFRESH_INVALID');
    }
    expect((await refresh(visitor, refreshToken)).status).toBe(200);
  });

  it('refuses a token without the device cookie of its session [SESS-09]', async () => {
    const { visitor, refreshToken } = await logIn();
    expect((await refresh(createVisitor(t), refreshToken)).status).toBe(401);
    const other = await logIn();
    expect((await refresh(other.visitor, refreshToken)).status).toBe(401);
    expect((await refresh(visitor, refreshToken)).status).toBe(200);
  });

  it('refuses an access token as refresh token and vice versa [SESS-02]', async () => {
    const { visitor, accessToken, refreshToken } = await logIn();
    expect((await refresh(visitor, accessToken)).status).toBe(401);
    expect(await statusOf(refreshToken)).toBe('401 TOKEN_INVALID');
  });

  it('refuses a foreign origin, accepts the own one and the requested host', async () => {
    const { visitor, refreshToken } = await logIn();
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example']) {
      const { status, json } = await refresh(visitor, refreshToken, { origin });
      expect(status).toBe(403);
      expect(json.error).toBe('ORIGIN_DENIED');
    }
    const first = await refresh(visitor, refreshToken, { origin: 'http://127.0.0.1:3000' });
    expect(first.status).toBe(200);
    const headers = { host: 'naru.test:4400', origin: 'http://naru.test:4400' };
    expect((await refresh(visitor, first.json.refreshToken, headers)).status).toBe(200);
  });

  it('refuses a suspended or withdrawn member [SESS-15]', async () => {
    const { visitor, member, accessToken, refreshToken } = await logIn();
    const until = new Date(t.clock.now().getTime() + DAY * 1000);
    await t.db.execute(sql`update members set suspended_until = ${until} where id = ${member.id}`);
    expect(await statusOf(accessToken)).toBe('401 TOKEN_INVALID');
    expect((await refresh(visitor, refreshToken)).status).toBe(401);
  });
});

describe('POST /api/auth/refresh', () => {
  it('stores only the SHA-256 of a token with 256 random bits [SESS-01]', async () => {
    const { refreshToken } = await logIn();
    const row = await readValue(
      t,
      sql`select row_to_json(s)::text from sessions s where refresh_hash = ${sha256(refreshToken)}`,
    );
    expect(row).toEqual(expect.any(String));
    expect(row).not.toContain(refreshToken.slice(0, 40));
  });

  it('rotates the token under both paths [SESS-04]', async () => {
    const { visitor, refreshToken } = await logIn();
    const { status, json } = await visitor.post('/api/api/auth/refresh', { refreshToken });
    expect(status).toBe(200);
    expect(json.refreshToken).not.toBe(refreshToken);
    expect(await statusOf(json.accessToken)).toBe(200);
    t.clock.advance(60);
    expect((await refresh(visitor, json.refreshToken)).status).toBe(200);
  });

  it('ends the session with its access tokens when a rotated token is reused, and notifies the member [SESS-05]', async () => {
    const { visitor, member, refreshToken } = await logIn();
    const { json } = await refresh(visitor, refreshToken);
    t.clock.advance(11);
    expect((await refresh(visitor, refreshToken)).status).toBe(401);
    expect(await statusOf(json.accessToken)).toBe('401 TOKEN_INVALID');
    expect((await refresh(visitor, json.refreshToken)).status).toBe(401);
    expect(await emailsTo(t, member.email)).toEqual([
      expect.objectContaining({ subject: '[나루] 로그인 보안 알림' }),
    ]);
    expect(t.logs.some((line) => line.includes('"event":"refresh reused"'))).toBe(true);
  });

  it('detects the reuse of a token that was rotated several times ago [SESS-05]', async () => {
    const { visitor, refreshToken } = await logIn();
    let newest = refreshToken;
    for (let round = 0; round < 3; round += 1) {
      newest = (await refresh(visitor, newest)).json.refreshToken;
    }
    expect((await refresh(visitor, refreshToken)).status).toBe(401);
    expect((await refresh(visitor, newest)).status).toBe(401);
  });

  it('returns the same pair again within 10 s [SESS-06]', async () => {
    const { visitor, refreshToken } = await logIn();
    const first = await refresh(visitor, refreshToken);
    t.clock.advance(10);
    const second = await refresh(visitor, refreshToken);
    expect(second.status).toBe(200);
    expect(second.json).toEqual(first.json);
    expect((await refresh(createVisitor(t), refreshToken)).status, '[SESS-09]').toBe(401);
    expect((await refresh(visitor, first.json.refreshToken)).status).toBe(200);
  });

  it('creates one successor for 100 parallel refreshes [SESS-07]', async () => {
    const { visitor, refreshToken } = await logIn();
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => refresh(visitor, refreshToken)),
    );
    expect(responses.every((response) => response.status === 200)).toBe(true);
    expect(new Set(responses.map((response) => response.json.refreshToken)).size).toBe(1);
  });

  it('expires after 14 idle days, and after 30 days in any case [SESS-16, GATE-03]', async () => {
    const idle = await logIn();
    t.clock.advance(14 * DAY);
    expect((await refresh(idle.visitor, idle.refreshToken)).status).toBe(401);
    const busy = await logIn();
    let token = busy.refreshToken;
    for (let week = 0; week < 4; week += 1) {
      t.clock.advance(7 * DAY);
      token = (await refresh(busy.visitor, token)).json.refreshToken;
    }
    expect(Number(token.split('.')[1]) * 1000 - t.clock.now().getTime()).toBeLessThan(
      2 * DAY * 1000 + 1,
    );
    t.clock.advance(2 * DAY);
    expect((await refresh(busy.visitor, token)).status).toBe(401);
  });

  it('ends the oldest of eleven sessions [SESS-17]', async () => {
    const member = await createMember(t.db);
    const sessions = [];
    for (let count = 0; count < 11; count += 1) {
      t.clock.advance(1);
      sessions.push(await t.signInAs(member));
    }
    const alive = await Promise.all(
      sessions.map((one) => statusOf(one.headers.authorization.slice(7))),
    );
    expect(alive).toEqual(['401 TOKEN_INVALID', ...Array(10).fill(200)]);
  });

  it('keeps the limit under 30 parallel logins [SESS-17]', async () => {
    const member = await createMember(t.db);
    await Promise.all(Array.from({ length: 30 }, () => t.signInAs(member)));
    const live = await readValue(
      t,
      sql`select count(*)::int from sessions where member_id = ${member.id} and revoked_at is null`,
    );
    expect(live).toBe(10);
  });
});

describe('access tokens', () => {
  it('returns TOKEN_EXPIRED one second after expiry, never for a tampered token [SESS-03, API-02]', async () => {
    const { accessToken } = await logIn();
    t.clock.advance(15 * 60 - 1);
    expect(await statusOf(accessToken)).toBe(200);
    t.clock.advance(1);
    expect(await statusOf(accessToken)).toBe('401 TOKEN_EXPIRED');
    expect(await statusOf(`${accessToken.slice(0, -4)}AAAA`)).toBe('401 TOKEN_INVALID');
  });

  it('refuses other algorithms, keys, issuers, audiences and types [SESS-02, SESS-03]', async () => {
    const { accessToken } = await logIn();
    const [head = '', body = '', mac = ''] = accessToken.split('.');
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const sign = (text: string) =>
      createHmac('sha256', 'another key').update(text).digest('base64url');
    const late = `${head}.${part({ ...claims, exp: 4_070_908_800 })}`;
    const forged = [
      `${part({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
      `${part({ alg: 'RS256', typ: 'at+jwt' })}.${body}.${mac}`,
      `${part({ alg: 'HS256', typ: 'at+jwt', kid: '../../etc/passwd' })}.${body}.${mac}`,
      `${part({ alg: 'HS256', typ: 'JWT' })}.${body}.${mac}`,
      `${head}.${part({ ...claims, iss: 'other' })}.${mac}`,
      `${late}.${sign(late)}`,
      `${late}.${mac}`,
    ];
    for (const token of forged) expect(await statusOf(token)).toBe('401 TOKEN_INVALID');
    expect(await statusOf('')).toBe('401 UNAUTHORIZED');
  });
});

describe('POST /member/logout', () => {
  const LOGOUT = '/api/member/logout';

  it('refuses without a token', async () => {
    const { status, json } = await createVisitor(t).post(LOGOUT);
    expect(status).toBe(401);
    expect(json.error).toBe('UNAUTHORIZED');
  });

  it('refuses a foreign origin and changes nothing [SESS-27]', async () => {
    const { visitor, accessToken } = await logIn();
    const { status } = await visitor.post(LOGOUT, undefined, {
      token: accessToken,
      headers: { origin: 'https://evil.example' },
    });
    expect(status).toBe(403);
    expect(await statusOf(accessToken)).toBe(200);
  });

  it('ends access and refresh; idempotent [SESS-13]', async () => {
    const { visitor, accessToken, refreshToken } = await logIn();
    const other = await logIn();
    for (let round = 0; round < 2; round += 1) {
      const { status, json } = await visitor.post(LOGOUT, undefined, { token: accessToken });
      expect([status, json]).toEqual([200, { message: '로그아웃되었습니다.' }]);
    }
    expect(await statusOf(accessToken)).toBe('401 TOKEN_INVALID');
    expect((await refresh(visitor, refreshToken)).status).toBe(401);
    expect(await statusOf(other.accessToken)).toBe(200);
  });

  it('works with an expired token', async () => {
    const { visitor, accessToken, refreshToken } = await logIn();
    t.clock.advance(3600);
    expect((await visitor.post(LOGOUT, undefined, { token: accessToken })).status).toBe(200);
    expect((await refresh(visitor, refreshToken)).status).toBe(401);
  });
});

describe('POST /auth/end-session', () => {
  const END = '/api/auth/end-session';
  const hashOf = (refreshToken: string) => sha256(refreshToken).toString('base64');
  const end = (refreshHash: unknown, headers?: Record<string, string>) =>
    createVisitor(t).post(END, { refreshHash }, { ...(headers && { headers }) });

  it.each([[undefined], [''], [5], ['x'.repeat(44)], [`${'A'.repeat(43)}==`]])(
    'refuses %j',
    async (refreshHash) => {
      expect((await end(refreshHash)).status).toBe(400);
    },
  );

  it('refuses a foreign origin and changes nothing [SESS-27]', async () => {
    const { accessToken, refreshToken } = await logIn();
    const { status } = await end(hashOf(refreshToken), { origin: 'https://evil.example' });
    expect([status, await statusOf(accessToken)]).toEqual([403, 200]);
  });

  it('ends the one session of a refresh token for whoever has its hash alone, again without effect [SESS-29]', async () => {
    const { visitor, member, accessToken, refreshToken } = await logIn();
    const other = await logIn();
    const { json: second } = await createVisitor(t).post('/api/member/login', {
      username: member.username,
      password: TEST_PASSWORD,
    });
    for (let round = 0; round < 2; round += 1) {
      const { status, json, cookies } = await end(hashOf(refreshToken));
      expect([status, json, cookies]).toEqual([200, { message: '로그아웃되었습니다.' }, []]);
    }
    expect(await statusOf(accessToken)).toBe('401 TOKEN_INVALID');
    expect((await refresh(visitor, refreshToken)).status).toBe(401);
    expect([await statusOf(other.accessToken), await statusOf(second.accessToken)]).toEqual([
      200, 200,
    ]);
  });

  it('ends it by the hash of the token before, whose successor never arrived [SESS-29]', async () => {
    const { visitor, accessToken, refreshToken } = await logIn();
    const fresh = (await refresh(visitor, refreshToken)).json;
    t.clock.advance(60);
    await end(hashOf(refreshToken));
    expect(await statusOf(accessToken)).toBe('401 TOKEN_INVALID');
    expect(await statusOf(fresh.accessToken)).toBe('401 TOKEN_INVALID');
  });

  it('says of an unknown hash nothing else, and a hash opens nothing [SESS-29, SESS-09]', async () => {
    const { visitor, refreshToken } = await logIn();
    expect((await end(hashOf('unknown'))).json).toEqual({ message: '로그아웃되었습니다.' });
    expect((await refresh(visitor, hashOf(refreshToken))).status).toBe(401);
    expect((await refresh(visitor, refreshToken)).status).toBe(200);
  });
});
