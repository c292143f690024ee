import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, TEST_PASSWORD, type TestMember } from '../../testing/factories/members.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  countStatuses,
  createVisitor,
  lastCode,
  readValue,
  type Visitor,
} from '../../testing/visitor.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const LOGIN = '/api/member/login';
const FAILED = '학번(교번) 또는 비밀번호가 올바르지 않습니다.';

async function failTimes(visitor: Visitor, username: string, times: number) {
  let last = await visitor.post(LOGIN, { username, password: 'not this one' });
  for (let done = 1; done < times; done += 1) {
    t.clock.advance(61);
    last = await visitor.post(LOGIN, { username, password: 'not this one' });
  }
  return last;
}

describe('POST /member/login, rejected', () => {
  it('refuses missing fields with the field list', async () => {
    const { status, json } = await createVisitor(t).post(LOGIN, {});
    expect(status).toBe(400);
    expect(json.error).toBe('VALIDATION_FAILED');
    expect(json.errors.map((one: { field: string }) => one.field)).toEqual([
      'username',
      'password',
    ]);
  });

  it.each([[{ username: 1, password: [] }], [{ username: null, password: {} }], [[]], ['text']])(
    'refuses values of another type: %j [API-14]',
    async (body) => {
      const { status } = await createVisitor(t).post(LOGIN, body);
      expect([400, 415]).toContain(status);
    },
  );

  it('refuses a huge password before it is hashed [PASS-07]', async () => {
    const member = await createMember(t.db);
    const body = { username: member.username, password: 'x'.repeat(100_000) };
    const { status } = await createVisitor(t).post(LOGIN, body);
    expect(status).toBe(400);
    const tooBig = { ...body, password: 'x'.repeat(1_000_000) };
    expect((await createVisitor(t).post(LOGIN, tooBig)).status).toBe(413);
  });

  it('responds identically to an unknown id, a wrong password and a withdrawn member [AUTH-14, AUTH-15]', async () => {
    const known = await createMember(t.db);
    const gone = await createMember(t.db, 'STUDENT', { withdrawnAt: t.clock.now() });
    const responses = await Promise.all([
      createVisitor(t).post(LOGIN, { username: 'nobody99', password: TEST_PASSWORD }),
      createVisitor(t).post(LOGIN, { username: known.username, password: 'wrong-password' }),
      createVisitor(t).post(LOGIN, { username: gone.username, password: TEST_PASSWORD }),
    ]);
    for (const { status, json, cookies } of responses) {
      expect(status).toBe(401);
      expect({ ...json, requestId: '' }).toEqual({
        error: 'LOGIN_FAILED',
        message: FAILED,
        requestId: '',
      });
      expect(cookies).toEqual([]);
    }
  });

  it('hashes for an unknown id as for a wrong password [AUTH-14]', async () => {
    const member = await createMember(t.db);
    await createVisitor(t).post(LOGIN, { username: member.username, password: TEST_PASSWORD });
    const best = { known: Infinity, unknown: Infinity };
    for (let round = 0; round < 8; round += 1) {
      t.clock.advance(3601);
      for (const kind of ['known', 'unknown'] as const) {
        const username = kind === 'known' ? member.username : `ghost${round}`;
        const start = performance.now();
        await createVisitor(t).post(LOGIN, { username, password: 'wrong-password' });
        best[kind] = Math.min(best[kind], performance.now() - start);
      }
    }
    // Compares two times of one run: without hashing, an unknown id would take a tenth.
    expect(best.unknown / best.known).toBeGreaterThan(0.3);
  });

  it('returns end and reason of a suspension, but only after the right password [AUTH-15]', async () => {
    const member = await createMember(t.db, 'STUDENT', {
      suspendedUntil: new Date(t.clock.now().getTime() + 3 * 86_400_000),
      suspendedReason: '반복된 광고 게시',
    });
    const visitor = createVisitor(t);
    const wrong = await visitor.post(LOGIN, { username: member.username, password: 'wrong-one' });
    expect(wrong.json.error).toBe('LOGIN_FAILED');
    const right = await visitor.post(LOGIN, { username: member.username, password: TEST_PASSWORD });
    expect(right.status).toBe(403);
    expect(right.json.error).toBe('ACCOUNT_SUSPENDED');
    expect(right.json.message).toContain('이의는 이메일로 보낸 주소에서 제기할 수 있습니다.');
    expect(right.json.message).toMatch(/정지 기간: \d{4}-\d{2}-\d{2}까지\. 사유: 반복된 광고 게시/);
    expect(right.cookies).toEqual([]);
  });
});

describe('POST /member/login', () => {
  it('returns two tokens and sets the device cookie', async () => {
    const member = await createMember(t.db);
    const visitor = createVisitor(t);
    const { status, json, cookies } = await visitor.post(LOGIN, {
      username: ` ${member.username.toUpperCase()} `,
      password: TEST_PASSWORD,
    });
    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual(['accessToken', 'refreshToken']);
    expect(json.refreshToken).toMatch(/^[\w-]+\.\d{10}$/);
    expect(cookies).toEqual([
      expect.objectContaining({
        name: 'naru_device',
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        maxAge: 400 * 86_400,
      }),
    ]);
    const me = await t.call('GET', '/api/member/me', {
      headers: { authorization: `Bearer ${json.accessToken}` },
    });
    expect(me.json.meDto.username).toBe(member.username);
  });

  it('marks the cookie as secure on an https site [SESS-27]', async () => {
    const secure = await createTestApp({ env: { PUBLIC_URL: 'https://naru.example' } });
    try {
      const member = await createMember(secure.db);
      const { cookies } = await createVisitor(secure).post(LOGIN, {
        username: member.username,
        password: TEST_PASSWORD,
      });
      expect(cookies[0]).toMatchObject({ name: '__Host-naru_device', secure: true, path: '/' });
      expect(cookies[0]).not.toHaveProperty('domain');
    } finally {
      await secure.close();
    }
  });

  it('upgrades an old hash to argon2id with the current parameters [PASS-06]', async () => {
    const member = await createMember(t.db);
    const login = { username: member.username, password: TEST_PASSWORD };
    await createVisitor(t).post(LOGIN, login);
    const hash = await readValue(t, sql`select password_hash from members where id = ${member.id}`);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$/);
    expect((await createVisitor(t).post(LOGIN, login)).status).toBe(200);
  });
});

describe('login throttle', () => {
  it('delays an account by 1, 2, 4 ... 900 s after five failures [AUTH-16]', async () => {
    const member = await createMember(t.db);
    const visitor = createVisitor(t);
    const login = (password: string) =>
      visitor.post(LOGIN, { username: member.username, password });
    for (let tries = 0; tries < 5; tries += 1) expect((await login('wrong')).status).toBe(401);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const { status, json, headers } = await login(TEST_PASSWORD);
      expect(status).toBe(429);
      expect(json.error).toBe('LOGIN_THROTTLED');
      expect(headers['retry-after']).toBe(String(seconds));
      t.clock.advance(seconds);
      expect((await login('wrong')).status).toBe(401);
    }
    t.clock.advance(900);
    expect((await login(TEST_PASSWORD)).status).toBe(200);
    expect((await login('wrong')).status).toBe(401);
  });

  it('delays nobody for the failures of another network, and at most 60 s for those of many [AUTH-16]', async () => {
    const member = await createMember(t.db);
    const login = { username: member.username, password: TEST_PASSWORD };
    const fail = (address: string) =>
      createVisitor(t, {}, address).post(LOGIN, { ...login, password: 'wrong' });
    for (let tries = 0; tries < 10; tries += 1) await fail('198.51.100.7');
    expect((await fail('198.51.100.8')).status).toBe(429);
    const owner = () => createVisitor(t, {}, '203.0.113.9').post(LOGIN, login);
    expect((await owner()).status).toBe(200);
    // Networks that fail five times each.
    for (let network = 0; network < 24; network += 1) {
      for (let tries = 0; tries < 5; tries += 1) await fail(`192.0.${network}.1`);
    }
    const { status, headers } = await owner();
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    t.clock.advance(60);
    expect((await owner()).status).toBe(200);
  });

  it('deletes the failures of all networks with a new password [AUTH-16]', async () => {
    const member = await createMember(t.db);
    const visitor = createVisitor(t);
    await failTimes(visitor, member.username, 6);
    await t.services.sessions.clearFailures(t.db, member.username);
    const login = { username: member.username, password: TEST_PASSWORD };
    expect((await visitor.post(LOGIN, login)).status).toBe(200);
  });

  it('delays an unknown id alike [AUTH-16]', async () => {
    const visitor = createVisitor(t);
    const body = { username: 'nobody77', password: 'wrong' };
    for (let tries = 0; tries < 5; tries += 1) await visitor.post(LOGIN, body);
    expect((await visitor.post(LOGIN, body)).status).toBe(429);
  });

  it('checks little more than five of many parallel guesses [AUTH-16]', async () => {
    const member = await createMember(t.db);
    // Of one network, as five are free in each.
    const guesses = Array.from({ length: 50 }, (_, n) =>
      createVisitor(t, {}, `10.200.0.${n}`).post(LOGIN, {
        username: member.username,
        password: 'wrong',
      }),
    );
    const counts = countStatuses(await Promise.all(guesses));
    expect(counts[401]).toBeGreaterThanOrEqual(5);
    // At most four are compared at once: three may have passed the check before the fifth was counted.
    expect(counts[401]).toBeLessThanOrEqual(8);
    expect((counts[401] ?? 0) + (counts[429] ?? 0)).toBe(50);
  });

  it('blocks unknown devices of an address after 300 failures in 10 minutes [AUTH-17]', async () => {
    const member = await createMember(t.db);
    const visitor = createVisitor(t);
    for (let tries = 0; tries < 300; tries += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          visitor.post(LOGIN, { username: `stranger${tries + index}`, password: 'wrong' }),
        ),
      );
    }
    const login = { username: member.username, password: TEST_PASSWORD };
    const refused = await visitor.post(LOGIN, login);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    const spoofed = await visitor.post(LOGIN, login, {
      headers: { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' },
    });
    expect(spoofed.status, 'spoofed address [AUTH-20]').toBe(429);
    expect((await createVisitor(t).post(LOGIN, login)).status).toBe(200);
    t.clock.advance(601);
    expect((await visitor.post(LOGIN, login)).status).toBe(200);
  });

  it('never locks the owner out of a known device [AUTH-18]', async () => {
    const member = await createMember(t.db);
    const owner = createVisitor(t);
    const login = { username: member.username, password: TEST_PASSWORD };
    await owner.post(LOGIN, login);
    await failTimes(createVisitor(t), member.username, 12);
    expect((await createVisitor(t).post(LOGIN, login)).status).toBe(429);
    const device = owner.jar.naru_device;
    expect((await owner.post(LOGIN, login)).status).toBe(200);
    expect(owner.jar.naru_device).toBe(device);
  });

  it('counts failures of a known device separately [AUTH-18]', async () => {
    const member = await createMember(t.db);
    const owner = createVisitor(t);
    const login = { username: member.username, password: TEST_PASSWORD };
    await owner.post(LOGIN, login);
    for (let tries = 0; tries < 5; tries += 1) {
      await owner.post(LOGIN, { ...login, password: 'wrong' });
    }
    expect((await owner.post(LOGIN, login)).status).toBe(429);
    expect((await createVisitor(t).post(LOGIN, login)).status).toBe(200);
  });

  it('stores the counters in the database [AUTH-19]', async () => {
    const username = 'counted1';
    await failTimes(createVisitor(t), username, 1);
    const keys = await readValue(
      t,
      sql`select string_agg(key, ',') from throttles where key like 'login %'`,
    );
    expect(keys).toContain('login ');
    expect(keys).not.toContain(username);
  });
});

describe('a member that changes while it logs in', () => {
  /** Runs `change` between the password check and the opening of the session. */
  async function logInDuring(change: (member: TestMember) => Promise<unknown>) {
    const member = await createMember(t.db);
    const original = t.services.sessions.open;
    let isChanged = false;
    t.services.sessions.open = async (...input) => {
      if (!isChanged) {
        isChanged = true;
        await change(member);
      }
      return original(...input);
    };
    try {
      const body = { username: member.username, password: TEST_PASSWORD };
      const { status, json } = await createVisitor(t).post(LOGIN, body);
      const live = await readValue(
        t,
        sql`select count(*)::int from sessions where member_id = ${member.id} and revoked_at is null`,
      );
      return [status, json.error, live];
    } finally {
      t.services.sessions.open = original;
    }
  }

  it('gets no session with the old password after a reset [SESS-14]', async () => {
    const response = await logInDuring(async ({ username }) => {
      const visitor = createVisitor(t);
      const { json } = await visitor.post('/api/member/verify-id', { username });
      await visitor.post('/api/auth/email-check', { email: json.email });
      const email = String(
        await readValue(t, sql`select email from members where username = ${username}`),
      );
      const code = await lastCode(t, email);
      await visitor.post('/api/auth/verify-code', { email: json.email, code });
      const done = await visitor.post('/api/member/reset-password/no-login', {
        username,
        newPassword: '부두의 밧줄 매듭 7',
      });
      expect(done.status).toBe(200);
    });
    expect(response).toEqual([401, 'LOGIN_FAILED', 0]);
  });

  it('gets no session when it was suspended or withdrew [SESS-15]', async () => {
    const until = new Date(t.clock.now().getTime() + 86_400_000);
    const suspended = await logInDuring(({ id }) =>
      t.db.execute(sql`update members set suspended_until = ${until} where id = ${id}`),
    );
    expect(suspended).toEqual([403, 'ACCOUNT_SUSPENDED', 0]);
    const withdrawn = await logInDuring(({ id }) =>
      t.db.execute(sql`update members set withdrawn_at = ${t.clock.now()} where id = ${id}`),
    );
    expect(withdrawn).toEqual([401, 'LOGIN_FAILED', 0]);
  });

  it('succeeds in parallel logins that all upgrade an old hash', async () => {
    const member = await createMember(t.db);
    const body = { username: member.username, password: TEST_PASSWORD };
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => createVisitor(t).post(LOGIN, body)),
    );
    expect(countStatuses(responses)).toEqual({ 200: 8 });
  });
});
