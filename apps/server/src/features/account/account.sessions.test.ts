import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStream } from '../../testing/event-stream.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { describeDevice } from './account.devices.ts';
import { countStatuses, sessionStatus } from './account.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

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

describe('DELETE /member/sessions/:id', () => {
  it('ends the session, its refresh token and its stream at once [SESS-18]', async () => {
    const me = await t.signIn();
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
