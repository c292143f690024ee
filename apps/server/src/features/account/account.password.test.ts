import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEventStream } from '../../testing/event-stream.ts';
import { TEST_PASSWORD } from '../../testing/factories/members.ts';
import { clearThrottles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { countStatuses, logIn, prove, renew, sessionStatus } from './account.fixture.ts';

const NEW_PASSWORD = '부두의 밧줄 매듭 7';
const MINUTE = 60;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());
beforeEach(() => clearThrottles(t));

const verify = (as: SignedIn, password: unknown) =>
  t.call('POST', '/api/member/verify-password', { as, body: { password } });
const change = (as: SignedIn, currentPassword: unknown, newPassword: unknown = NEW_PASSWORD) =>
  t.call('POST', '/api/member/reset-password', { as, body: { currentPassword, newPassword } });
const reauthUntil = async (as: SignedIn) =>
  (await t.call('GET', '/api/member/me', { as })).json.meDto.reauthUntil;

describe('POST /member/verify-password', () => {
  it.each([[undefined], [''], [5], [null]])('refuses %j with the required text', async (value) => {
    const { status, json } = await verify(await t.signIn(), value);
    expect([status, json.message]).toEqual([400, '비밀번호를 입력해주세요.']);
  });

  it('returns true and marks this session as proven for 15 minutes [PASS-11, PASS-10, API-06]', async () => {
    const me = await t.signIn('USER');
    const elsewhere = await t.signInAs(me);
    const { status, json } = await verify(me, TEST_PASSWORD);
    expect([status, json.message]).toEqual([200, true]);
    expect(new Date(json.reauthUntil).getTime() - t.clock.now().getTime()).toBe(15 * MINUTE * 1000);
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
