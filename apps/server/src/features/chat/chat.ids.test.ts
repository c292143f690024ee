import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChatRoom, sendChatMessage } from '../../testing/factories/chat.ts';
import { takeSnapshot } from '../../testing/matrix/snapshot.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let outsider: SignedIn;
let roomId: number;
beforeAll(async () => {
  t = await createTestApp();
  const [a, b] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  roomId = await createChatRoom(t, a, b);
  await sendChatMessage(t, a, roomId);
  outsider = await t.signIn('ADMIN');
});
afterAll(() => t.close());

const CALLS = [
  ['PUT', '/api/mail/read-room/', undefined],
  ['DELETE', '/api/mail/exit-room/', undefined],
  ['GET', '/api/mail/messages/', undefined],
  ['POST', '/api/mail/send-mail/', { content: '안녕하세요' }],
] as const;

const ODD = [
  '0',
  '-1',
  '01',
  '1.5',
  '1e3',
  '%201',
  'abc',
  '9007199254740993',
  '9223372036854775808',
  '1,2',
  '%00',
  '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
];

describe.each(CALLS)('%s %s:roomId', (method, url, body) => {
  const call = (id: string | number) => t.call(method, `${url}${id}`, { as: outsider, body });

  it.each(ODD)('returns 400 for %s [API-15]', async (id) => {
    expect((await call(id)).status).toBe(400);
  });

  it('refuses a string of 10 KB [API-15]', async () => {
    expect([400, 404, 414]).toContain((await call('7'.repeat(10_240))).status);
  });

  it('responds identically for rooms of others and missing ones, and changes nothing [ROLE-21]', async () => {
    const before = await takeSnapshot(t);
    const bodies = await Promise.all(
      [roomId, roomId + 1, 2 ** 31, 9_007_199_254_740_991].map(async (id) => {
        const { status, json } = await call(id);
        return { status, ...json, requestId: '' };
      }),
    );
    expect(bodies[0].status).toBe(404);
    for (const response of bodies) expect(response).toEqual(bodies[0]);
    expect(await takeSnapshot(t)).toEqual(before);
  });
});
