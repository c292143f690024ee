import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  befriend,
  changePerson,
  createRequest,
  readFriendship,
} from '../../testing/factories/friends.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

const DAY = 24 * 60 * 60;

let t: TestApp;
let me: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  [me, other] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
});
afterAll(() => t.close());

const add = (as: SignedIn, id: number) =>
  untilServed(() => t.call('POST', '/api/friend/add-friend', { as, body: { id } }));
const accept = (as: SignedIn, idToAccept: number) =>
  untilServed(() => t.call('POST', '/api/friend/accept-friend', { as, body: { idToAccept } }));
const decline = (as: SignedIn, idToDecline: number) =>
  untilServed(() => t.call('POST', '/api/friend/decline-friend', { as, body: { idToDecline } }));
const remove = (as: SignedIn, id: number) =>
  untilServed(() => t.call('DELETE', `/api/friend/${id}`, { as }));

describe('POST /friend/add-friend', () => {
  it('refuses a caller without a token, oneself and missing members', async () => {
    const url = '/api/friend/add-friend';
    expect((await t.call('POST', url, { body: { id: other.id } })).status).toBe(401);
    const self = await add(me, me.id);
    expect([self.status, self.json.error]).toEqual([400, 'FRIEND_SELF']);
    await changePerson(t.db, other, { withdrawnAt: t.clock.now() });
    for (const id of [other.id, 9_007_199_254_740_991]) {
      const { status, json } = await add(me, id);
      expect([status, json.error]).toEqual([404, 'MEMBER_UNKNOWN']);
    }
  });

  it.each([0, -1, 1.5, 2 ** 53, '1', null, [1], {}])('returns 400 for the id %j', async (id) => {
    const response = await t.call('POST', '/api/friend/add-friend', { as: me, body: { id } });
    expect(response.status).toBe(400);
  });

  it('sends a request and one notification', async () => {
    const { status, json } = await add(me, other.id);
    expect(status).toBe(201);
    expect(json).toEqual({
      friendStatus: 'sent',
      message: '친구 추가 요청이 전송되었습니다.',
    });
    expect(await readFriendship(t.db, me, other)).toEqual({
      requesterId: me.id,
      status: 'pending',
    });
    expect(await readNotifications(t, other)).toEqual([
      expect.objectContaining({
        type: 'friend',
        subType: 'request',
        content: `${me.nickname}님이 친구 요청을 보냈습니다.`,
      }),
    ]);
    expect(await readNotifications(t, me)).toEqual([]);
  });

  it('returns 409 for a second request and for a friend [FRIEND-02]', async () => {
    await add(me, other.id);
    const again = await add(me, other.id);
    expect([again.status, again.json.error]).toEqual([409, 'FRIEND_REQUESTED']);
    expect(again.json.message).toBe('이미 친구 요청을 보냈습니다.');
    await accept(other, me.id);
    for (const [as, id] of [[me, other.id] as const, [other, me.id] as const]) {
      const { status, json } = await add(as, id);
      expect([status, json.error]).toEqual([409, 'FRIEND_EXISTS']);
    }
  });

  it('makes friends when requests cross', async () => {
    await add(me, other.id);
    const { status, json } = await add(other, me.id);
    expect(status).toBe(201);
    expect(json).toEqual({ friendStatus: 'friend', message: '친구가 되었습니다.' });
    expect((await readFriendship(t.db, me, other))?.status).toBe('accepted');
    expect((await readNotifications(t, me)).map(({ subType }) => subType)).toEqual(['accept']);
  });

  it('allows another request 7 days after a refusal, by the refusing member at once [FRIEND-02]', async () => {
    await add(me, other.id);
    await decline(other, me.id);
    t.clock.advance(7 * DAY - 60);
    [me, other] = [await t.signInAs(me), await t.signInAs(other)];
    const early = await add(me, other.id);
    expect([early.status, early.json.error]).toEqual([409, 'FRIEND_DECLINED']);
    t.clock.advance(60);
    expect((await add(me, other.id)).status).toBe(201);
    await decline(other, me.id);
    expect((await add(other, me.id)).json.friendStatus).toBe('sent');
    expect(await readFriendship(t.db, me, other)).toEqual({
      requesterId: other.id,
      status: 'pending',
    });
  });

  it('returns 429 after 20 requests in an hour [LIMIT-02]', async () => {
    const crowd = await Promise.all(Array.from({ length: 21 }, () => t.signIn()));
    const responses = [];
    for (const { id } of crowd) responses.push(await add(me, id));
    expect(responses.slice(0, 20).every(({ status }) => status === 201)).toBe(true);
    const last = responses[20];
    expect([last?.status, last?.json.error]).toEqual([429, 'FRIEND_THROTTLED']);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(3_000);
    t.clock.advance(60 * 60);
    me = await t.signInAs(me);
    expect((await add(me, crowd[20]?.id ?? 0)).status).toBe(201);
  });
});

describe('POST /friend/accept-friend and /friend/decline-friend', () => {
  it('let only the addressee decide [FRIEND-03]', async () => {
    const third = await t.signIn('ADMIN');
    await createRequest(t.db, me, other);
    for (const decide of [accept, decline]) {
      for (const [as, id] of [
        [me, other.id],
        [third, me.id],
        [third, other.id],
        [other, third.id],
        [other, other.id],
      ] as const) {
        const { status, json } = await decide(as, id);
        expect([status, json.error]).toEqual([404, 'FRIEND_REQUEST_NOT_FOUND']);
      }
    }
    expect(await readFriendship(t.db, me, other)).toEqual({
      requesterId: me.id,
      status: 'pending',
    });
  });

  it('make friends and notify the sender', async () => {
    await createRequest(t.db, me, other);
    const { status, json } = await accept(other, me.id);
    expect(status).toBe(200);
    expect(json.friendStatus).toBe('friend');
    expect((await readNotifications(t, me)).map(({ content }) => content)).toEqual([
      `${other.nickname}님과 친구가 되었습니다.`,
    ]);
    expect((await accept(other, me.id)).status).toBe(404);
  });

  it('refuse once, without a notification', async () => {
    await createRequest(t.db, me, other);
    const { status, json } = await decline(other, me.id);
    expect(status).toBe(200);
    expect(json.friendStatus).toBe('none');
    expect(await readNotifications(t, me)).toEqual([]);
    expect((await decline(other, me.id)).status).toBe(404);
    expect((await accept(other, me.id)).status).toBe(404);
  });
});

describe('DELETE /friend/:id', () => {
  it('returns 404 for a stranger and keeps the requests of others [FRIEND-04]', async () => {
    const third = await t.signIn('STUDENT');
    await createRequest(t.db, me, other);
    for (const [as, id] of [
      [other, me.id],
      [third, me.id],
      [third, other.id],
      [me, third.id],
      [me, me.id],
      [me, 9_007_199_254_740_991],
    ] as const) {
      const { status, json } = await remove(as, id);
      expect([status, json.error]).toEqual([404, 'FRIEND_NOT_FOUND']);
    }
    expect((await readFriendship(t.db, me, other))?.status).toBe('pending');
  });

  it.each(['0', '-1', '01', '1.5', '1e3', 'abc', '%20', '9007199254740993', '1,2', '%00'])(
    'returns 400 for the id %s',
    async (id) => {
      expect((await t.call('DELETE', `/api/friend/${id}`, { as: me })).status).toBe(400);
    },
  );

  it('ends a friendship from either side and withdraws an own request [FRIEND-05]', async () => {
    for (const as of [me, other]) {
      await befriend(t.db, me, other);
      expect((await remove(as, as === me ? other.id : me.id)).json.friendStatus).toBe('none');
      expect(await readFriendship(t.db, me, other)).toBeNull();
    }
    await createRequest(t.db, me, other);
    expect((await remove(me, other.id)).status).toBe(200);
    expect(await readFriendship(t.db, me, other)).toBeNull();
  });
});

describe('friends under races', () => {
  const statuses = (responses: { status: number }[]) =>
    responses.map(({ status }) => status).sort((a, b) => a - b);

  it('stores one of 50 parallel identical requests [RACE-03]', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => add(me, other.id)));
    expect(statuses(responses)).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    expect((await readFriendship(t.db, me, other))?.status).toBe('pending');
    expect(await readNotifications(t, other)).toHaveLength(1);
  });

  it('makes one friendship of 50 parallel crossing requests [RACE-03]', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? add(me, other.id) : add(other, me.id))),
    );
    expect(statuses(responses)).toEqual([201, 201, ...Array.from({ length: 48 }, () => 409)]);
    expect((await readFriendship(t.db, me, other))?.status).toBe('accepted');
  });

  it('accepts exactly one of 50 parallel decisions [RACE-04]', async () => {
    await createRequest(t.db, me, other);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? accept : decline)(other, me.id)),
    );
    expect(statuses(responses)).toEqual([200, ...Array.from({ length: 49 }, () => 404)]);
    const won = responses.find(({ status }) => status === 200)?.json.friendStatus;
    const stored = (await readFriendship(t.db, me, other))?.status;
    expect(stored).toBe(won === 'friend' ? 'accepted' : 'declined');
  });

  it('accepts one of 50 parallel removals', async () => {
    await befriend(t.db, me, other);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0 ? remove(me, other.id) : remove(other, me.id),
      ),
    );
    expect(statuses(responses)).toEqual([200, ...Array.from({ length: 49 }, () => 404)]);
  });
});

describe('the notification of a request', () => {
  const unread = async (member: SignedIn) =>
    (await readNotifications(t, member)).filter(({ readAt }) => readAt === null);

  it.each([
    ['accepted', () => accept(other, me.id)],
    ['declined', () => decline(other, me.id)],
    ['crossed', () => add(other, me.id)],
    ['withdrawn', () => remove(me, other.id)],
    ['blocked', () => t.call('POST', '/api/friend/block', { as: other, body: { id: me.id } })],
  ])('is read once the request is %s [NOTIF-53]', async (_, response) => {
    await add(me, other.id);
    expect(await unread(other)).toHaveLength(1);
    expect((await response()).status).toBeLessThan(300);
    expect(await unread(other)).toEqual([]);
  });
});
