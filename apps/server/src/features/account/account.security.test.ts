import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEventStream } from '../../testing/event-stream.ts';
import { TEST_PASSWORD } from '../../testing/factories/members.ts';
import { clearThrottles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { countStatuses, logIn, prove, renew, sessionStatus } from './account.fixture.ts';
import { describeDevice } from './account.service.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

describe('the password', () => {
  const NEW_PASSWORD = '부두의 밧줄 매듭 7';
  const MINUTE = 60;
  beforeEach(() => clearThrottles(t));
  const verify = (as: SignedIn, password: unknown) =>
    t.call('POST', '/api/member/verify-password', { as, body: { password } });
  const change = (as: SignedIn, currentPassword: unknown, newPassword: unknown = NEW_PASSWORD) =>
    t.call('POST', '/api/member/reset-password', { as, body: { currentPassword, newPassword } });
  const reauthUntil = async (as: SignedIn) =>
    (await t.call('GET', '/api/member/me', { as })).json.meDto.reauthUntil;
  describe('POST /member/verify-password', () => {
    it.each([[undefined], [''], [5], [null]])(
      'refuses %j with the required text',
      async (value) => {
        const { status, json } = await verify(await t.signIn(), value);
        expect([status, json.message]).toEqual([400, '비밀번호를 입력해주세요.']);
      },
    );

    it('returns true and marks this session as proven for 15 minutes [PASS-11, PASS-10, API-06]', async () => {
      const me = await t.signIn('USER');
      const elsewhere = await t.signInAs(me);
      const { status, json } = await verify(me, TEST_PASSWORD);
      expect([status, json.message]).toEqual([200, true]);
      expect(new Date(json.reauthUntil).getTime() - t.clock.now().getTime()).toBe(
        15 * MINUTE * 1000,
      );
      expect(await reauthUntil(me)).toBe(json.reauthUntil);
      expect(await reauthUntil(elsewhere)).toBeNull();
      t.clock.advance(15 * MINUTE - 1);
      expect(await reauthUntil(me)).toBe(json.reauthUntil);
      t.clock.advance(1);
      expect(await reauthUntil(await renew(t, me))).toBeNull();
    });

    it('returns false for a wrong password and keeps an existing proof', async () => {
      const me = await t.signIn();
      expect((await verify(me, `${TEST_PASSWORD} `)).json).toEqual({
        message: false,
        reauthUntil: null,
      });
      expect(await reauthUntil(me)).toBeNull();
      await prove(t, me);
      await verify(me, 'wrong');
      expect(await reauthUntil(me)).not.toBeNull();
    });

    it('throttles after five wrong passwords, also logins on this device, but no other device [PASS-10]', async () => {
      const me = await t.signIn();
      for (let n = 0; n < 5; n += 1) expect((await verify(me, `wrong ${n}`)).status).toBe(200);
      const { status, json, headers } = await verify(me, TEST_PASSWORD);
      expect([status, json.error, headers['retry-after']]).toEqual([429, 'LOGIN_THROTTLED', '1']);
      expect(json.message).toMatch(/^비밀번호를 여러 번 틀렸습니다\. 1초 후/);
      expect((await change(me, TEST_PASSWORD)).status).toBe(429);
      expect((await logIn(t, me.username, TEST_PASSWORD, me.device)).status).toBe(429);
      expect((await logIn(t, me.username)).status).toBe(200);
      expect((await verify(await t.signInAs(me), TEST_PASSWORD)).json.message).toBe(true);
      t.clock.advance(1);
      expect((await verify(me, TEST_PASSWORD)).json.message).toBe(true);
    });

    it('counts failed logins on the device [PASS-10]', async () => {
      const me = await t.signIn();
      for (let n = 0; n < 5; n += 1) await logIn(t, me.username, `wrong ${n}`, me.device);
      expect((await verify(me, TEST_PASSWORD)).status).toBe(429);
    });

    it('checks only a few of many parallel guesses [PASS-10]', async () => {
      const me = await t.signIn();
      const responses = await Promise.all(
        Array.from({ length: 30 }, (_, n) => verify(me, `guess ${n}`)),
      );
      const { 200: judged = 0, 429: refused = 0 } = countStatuses(responses);
      expect(judged + refused).toBe(30);
      expect(judged).toBeLessThanOrEqual(8);
    });
  });

  describe('POST /member/reset-password', () => {
    it.each([
      [{ newPassword: NEW_PASSWORD }],
      [{ currentPassword: TEST_PASSWORD }],
      [{ currentPassword: '', newPassword: NEW_PASSWORD }],
      [{ currentPassword: TEST_PASSWORD, newPassword: 'short' }],
      [{ currentPassword: TEST_PASSWORD, newPassword: 'x'.repeat(129) }],
    ])('refuses %j', async (body) => {
      const as = await t.signIn();
      expect((await t.call('POST', '/api/member/reset-password', { as, body })).status).toBe(400);
    });

    it('returns 401 with its own code for a wrong current password, and counts it [PASS-08, PASS-09]', async () => {
      const me = await t.signIn();
      for (let n = 0; n < 5; n += 1) {
        const { status, json } = await change(me, `wrong ${n}`);
        expect([status, json.error]).toEqual([401, 'PASSWORD_INCORRECT']);
        expect(json.errors).toEqual([
          { field: 'currentPassword', message: '현재 비밀번호가 올바르지 않습니다.' },
        ]);
      }
      expect((await change(me, TEST_PASSWORD)).status).toBe(429);
      expect(await sessionStatus(t, me)).toBe('200');
    });

    it('refuses common passwords and those that contain the own name [PASS-05]', async () => {
      const me = await t.signIn();
      for (const weak of ['password123', `${me.username}!`, 'aaaaaaaaaaaa']) {
        const { status, json } = await change(me, TEST_PASSWORD, weak);
        expect([status, json.error, json.errors[0].field]).toEqual([
          400,
          'PASSWORD_WEAK',
          'newPassword',
        ]);
      }
      expect((await logIn(t, me.username)).status).toBe(200);
    });

    it('ends the other sessions and their streams, but not this one [SESS-14]', async () => {
      const me = await t.signIn();
      const other = await t.signInAs(me);
      const [mine, theirs] = [await openEventStream(t, me), await openEventStream(t, other)];
      await Promise.all([mine.next('hello'), theirs.next('hello')]);
      expect((await change(me, TEST_PASSWORD)).json).toEqual({
        message: '비밀번호가 변경되었습니다.',
      });
      expect((await theirs.next('bye')).reason).toBe('ended');
      expect(mine.isClosed()).toBe(false);
      expect(await sessionStatus(t, me)).toBe('200');
      expect(await sessionStatus(t, other)).toBe('401 TOKEN_INVALID');
      const refreshed = (as: SignedIn) =>
        t.call('POST', '/api/auth/refresh', {
          body: { refreshToken: as.refreshToken },
          cookies: { naru_device: as.device },
        });
      expect((await refreshed(other)).status).toBe(401);
      expect((await refreshed(me)).status).toBe(200);
      mine.close();
      theirs.close();
    });

    it('notifies by e-mail and bell; only the new password works [PASS-13]', async () => {
      const me = await t.signIn();
      await prove(t, me);
      await change(me, TEST_PASSWORD);
      const email = (await t.mails()).find(({ to }) => to === me.email);
      expect(email?.subject).toContain('비밀번호가 변경되었습니다');
      await t.services.events.drain();
      const { json } = await t.call('GET', '/api/member/my-notices', { as: me });
      expect(json.notices[0]).toMatchObject({ subType: 'password', targetUrl: '/mypage/account' });
      expect((await logIn(t, me.username)).status).toBe(401);
      expect((await logIn(t, me.username, NEW_PASSWORD)).status).toBe(200);
      expect(await reauthUntil(me)).toBeNull();
    });

    it('accepts one of twenty parallel changes with the same password [RACE-20]', async () => {
      const me = await t.signIn();
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, n) => change(me, TEST_PASSWORD, `${NEW_PASSWORD} ${n}`)),
      );
      const counts = countStatuses(responses);
      expect(counts[200]).toBe(1);
      expect((counts[401] ?? 0) + (counts[429] ?? 0)).toBe(19);
      const winner = responses.findIndex(({ status }) => status === 200);
      await clearThrottles(t);
      expect((await logIn(t, me.username, `${NEW_PASSWORD} ${winner}`)).status).toBe(200);
    });

    it('keeps no proof of a password that is replaced in parallel [PASS-12]', async () => {
      const me = await t.signIn();
      const [changed, proven] = await Promise.all([
        change(me, TEST_PASSWORD),
        verify(me, TEST_PASSWORD),
      ]);
      expect(changed.status).toBe(200);
      if (proven.json.message === true) expect(await reauthUntil(me)).toBeNull();
      else expect(proven.json.reauthUntil).toBeNull();
    });
  });
});

describe('sessions', () => {
  interface Line {
    id: string;
    current: boolean;
    device: string;
    isPhone: boolean;
    createdAt: string;
    lastUsedAt: string;
  }
  const list = async (as: SignedIn): Promise<Line[]> =>
    (await t.call('GET', '/api/member/sessions', { as })).json.sessions;
  const idOf = async (as: SignedIn) => (await list(as))[0]?.id ?? '';
  const end = (as: SignedIn, id: string) => t.call('DELETE', `/api/member/sessions/${id}`, { as });

  describe('GET /member/sessions', () => {
    it('lists the live sessions of the caller, the current one first, without secrets [SESS-18]', async () => {
      const me = await t.signIn('USER');
      await t.signIn();
      t.clock.advance(60);
      const newer = await t.signInAs(me);
      const ended = await t.signInAs(me);
      await t.call('POST', '/api/member/logout', { as: ended });
      const lines = await list(me);
      expect(lines.map(({ current }) => current)).toEqual([true, false]);
      expect(lines[1]?.id).toBe(await idOf(newer));
      expect(Object.keys(lines[0] ?? {}).toSorted()).toEqual([
        'createdAt',
        'current',
        'device',
        'id',
        'isPhone',
        'lastUsedAt',
      ]);
      expect(lines[0]?.device).toBe('알 수 없는 기기');
      expect(lines[0]?.createdAt).toMatch(/\+09:00$/);
    });

    it('leaves out expired sessions [SESS-16]', async () => {
      const me = await t.signIn();
      t.clock.advance(14 * 86_400);
      const later = await t.signInAs(me);
      expect(await list(later)).toHaveLength(1);
    });
  });

  it('end only with the password of the last 15 minutes [PASS-11]', async () => {
    const me = await t.signIn();
    const other = await t.signInAs(me);
    const calls = async () => [
      await end(me, await idOf(other)),
      await t.call('DELETE', '/api/member/sessions', { as: me }),
    ];
    for (const { status, json } of await calls()) {
      expect([status, json.error]).toEqual([403, 'REAUTH_REQUIRED']);
    }
    expect(await sessionStatus(t, other)).toBe('200');
  });

  describe('DELETE /member/sessions/:id', () => {
    it('ends the session, its refresh token and its stream at once [SESS-18]', async () => {
      const me = await t.signIn();
      await prove(t, me);
      const other = await t.signInAs(me);
      const stream = await openEventStream(t, other);
      await stream.next('hello');
      expect((await end(me, await idOf(other))).status).toBe(200);
      expect((await stream.next('bye')).reason).toBe('ended');
      stream.close();
      expect(await sessionStatus(t, other)).toBe('401 TOKEN_INVALID');
      const refreshed = await t.call('POST', '/api/auth/refresh', {
        body: { refreshToken: other.refreshToken },
        cookies: { naru_device: other.device },
      });
      expect(refreshed.status).toBe(401);
      expect(await sessionStatus(t, me)).toBe('200');
    });

    it('responds identically for a session of another member, an ended and a missing one [ROLE-21]', async () => {
      const [me, stranger] = [await t.signIn(), await t.signIn()];
      await prove(t, me);
      const ended = await t.signInAs(me);
      const endedId = await idOf(ended);
      await end(me, endedId);
      const responses = [];
      for (const id of [
        await idOf(stranger),
        endedId,
        '00000000-0000-4000-8000-000000000000',
        'abc',
      ]) {
        const { status, json } = await end(me, id);
        responses.push({ status, ...json, requestId: '' });
      }
      expect(responses[0]).toMatchObject({ status: 404, error: 'SESSION_NOT_FOUND' });
      expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
      expect(await sessionStatus(t, stranger)).toBe('200');
    });

    it('logs out when it is the current one; one of twenty parallel calls ends it', async () => {
      const me = await t.signIn();
      await prove(t, me);
      const other = await t.signInAs(me);
      const id = await idOf(other);
      const responses = await Promise.all(Array.from({ length: 20 }, () => end(me, id)));
      expect(countStatuses(responses)).toEqual({ 200: 1, 404: 19 });
      expect((await end(me, await idOf(me))).status).toBe(200);
      expect(await sessionStatus(t, me)).toBe('401 TOKEN_INVALID');
    });
  });

  describe('DELETE /member/sessions', () => {
    it('ends all other sessions of the caller and counts them, none of other members [SESS-18]', async () => {
      const [me, stranger] = [await t.signIn(), await t.signIn()];
      const others = [await t.signInAs(me), await t.signInAs(me)];
      await prove(t, me);
      const { status, json } = await t.call('DELETE', '/api/member/sessions', { as: me });
      expect([status, json.count]).toEqual([200, 2]);
      for (const other of others) expect(await sessionStatus(t, other)).toBe('401 TOKEN_INVALID');
      expect(await sessionStatus(t, me)).toBe('200');
      expect(await sessionStatus(t, stranger)).toBe('200');
      const again = await t.call('DELETE', '/api/member/sessions', { as: me });
      expect(again.json.count).toBe(0);
    });
  });

  describe('describeDevice', () => {
    const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
    it.each([
      [
        `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
        'Windows PC · Chrome',
      ],
      [
        `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
        'Windows PC · Edge',
      ],
      [
        `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Whale/4.33 Safari/537.36`,
        'Windows PC · 웨일',
      ],
      [
        'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
        'Linux PC · Firefox',
      ],
      [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
        'Mac · Safari',
      ],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1',
        'iPhone · Chrome',
      ],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 KAKAOTALK 25.1',
        'iPhone · 카카오톡',
      ],
      [
        `Mozilla/5.0 (Linux; Android 16; SM-S938N) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36`,
        'Android 휴대전화 · 삼성 인터넷',
      ],
      [
        `Mozilla/5.0 (Linux; Android 16; SM-X920) ${WEBKIT} Chrome/140.0 Safari/537.36`,
        'Android 태블릿 · Chrome',
      ],
      ['curl/8.5.0', '알 수 없는 기기'],
      ['', '알 수 없는 기기'],
      ['<img src=x onerror=alert(1)>', '알 수 없는 기기'],
    ])('%s', (userAgent, device) => {
      expect(describeDevice(userAgent).device).toBe(device);
    });
  });
});
