import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  befriend,
  changePerson,
  createBlock,
  createRequest,
  readFriendship,
} from '../../testing/factories/friends.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('requests', () => {
  const DAY = 24 * 60 * 60;
  let me: SignedIn;
  let other: SignedIn;
  beforeEach(async () => {
    [me, other] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  });

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
      expect(again.json.message).toBe('이미 친구 요청을 보냈습니다. 상대의 수락을 기다려 주세요.');
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
});

describe('lists', () => {
  let me: SignedIn;
  let other: SignedIn;
  beforeEach(async () => {
    [me, other] = [await t.signIn('STUDENT'), await t.signIn('PROFESSOR')];
  });

  const search = (nickname: string, as = me) =>
    t.call('GET', `/api/friend/search?nickname=${encodeURIComponent(nickname)}`, { as });
  const found = async (nickname: string, as = me) => {
    const { status, json } = await search(nickname, as);
    return status === 200 ? [json.id] : [];
  };
  describe('GET /friend/search', () => {
    it('refuses a caller without a token, and an empty or endless nickname', async () => {
      expect((await t.call('GET', '/api/friend/search?nickname=a')).status).toBe(401);
      for (const nickname of ['', '  ', '\n']) {
        const { status, json } = await search(nickname);
        expect([status, json.message]).toEqual([400, '닉네임을 입력해주세요.']);
      }
      expect((await search('가'.repeat(101))).status).toBe(400);
      expect((await t.call('GET', '/api/friend/search', { as: me })).status).toBe(400);
    });

    it('returns no student number, real name or e-mail address [PRIV-03, PRIV-05, API-09]', async () => {
      await changePerson(t.db, other, { emailPublic: true });
      expect((await search(other.nickname)).json).toEqual({
        id: other.id,
        nickname: other.nickname,
        nickName: other.nickname,
        profileThumbnails: null,
        roles: ['USER', 'PROFESSOR'],
        friendStatus: 'none',
      });
      const { status, json } = await search('없는이름');
      expect([status, json.message]).toEqual([404, TEXTS.nicknameUnknown]);
    });

    it('finds the exact nickname only, without wildcards [FRIEND-01]', async () => {
      await changePerson(t.db, other, { nickname: 'Buoy부표7' });
      expect(await found('Buoy부표7')).toEqual([other.id]);
      expect(await found(' bUOY부표7 ')).toEqual([other.id]);
      for (const part of ['Buoy', '부표', '%', 'Buoy부표_', "' or 1=1 --", other.username]) {
        expect(await found(part)).toEqual([]);
      }
      await changePerson(t.db, other, { nickname: other.nickname });
    });

    it('finds a decomposed nickname [LIST-23]', async () => {
      expect(await found(other.nickname.normalize('NFD'))).toEqual([other.id]);
    });

    it('never finds oneself, withdrawn, suspended or blocked members, but who blocks one [FRIEND-01, FRIEND-80]', async () => {
      expect(await found(me.nickname)).toEqual([]);
      const now = t.clock.now();
      await changePerson(t.db, other, { suspendedUntil: new Date(now.getTime() + 1000) });
      expect(await found(other.nickname)).toEqual([]);
      await changePerson(t.db, other, { suspendedUntil: now });
      expect(await found(other.nickname)).toEqual([other.id]);
      await createBlock(t.db, other, me);
      expect(await found(other.nickname)).toEqual([other.id]);
      expect(await found(me.nickname, other)).toEqual([]);
      const gone = await t.signIn('STUDENT');
      await changePerson(t.db, gone, { withdrawnAt: now });
      expect(await found(gone.nickname)).toEqual([]);
    });

    it('returns the status between the two members [MEMB-11]', async () => {
      const statusFor = async (as: SignedIn, nickname: string) =>
        (await search(nickname, as)).json.friendStatus;
      await createRequest(t.db, me, other);
      expect(await statusFor(me, other.nickname)).toBe('sent');
      expect(await statusFor(other, me.nickname)).toBe('received');
      await t.call('POST', '/api/friend/accept-friend', { as: other, body: { idToAccept: me.id } });
      expect(await statusFor(me, other.nickname)).toBe('friend');
    });
  });

  describe('GET /friend/my-friends and /friend/request-friend-list', () => {
    it('return the own lists, whatever id the request names [ROLE-23]', async () => {
      const third = await t.signIn('STUDENT');
      await befriend(t.db, me, other);
      await createRequest(t.db, third, me);
      await createRequest(t.db, other, third);
      const query = `?userId=${third.id}&memberId=${third.id}&id=${third.id}&username=${third.username}`;
      const friends = await t.call('GET', `/api/friend/my-friends${query}`, { as: me });
      expect(friends.json).toEqual({
        acceptMemberDtoList: [
          {
            id: other.id,
            nickname: other.nickname,
            nickName: other.nickname,
            profileThumbnails: null,
            roles: ['USER', 'PROFESSOR'],
          },
        ],
      });
      const requests = await t.call('GET', `/api/friend/request-friend-list${query}`, { as: me });
      expect(requests.json.requestMemberList.map(({ id }: { id: number }) => id)).toEqual([
        third.id,
      ]);
      const card = await t.call('GET', '/api/member/me', { as: me });
      expect(card.json.meDto.friendRequestCount).toBe(1);
    });

    it('sort friends by the Korean alphabet and requests by time, without withdrawn members', async () => {
      const names = ['하늘', '가람', 'zeta', '나루'];
      const people = await Promise.all(names.map(() => t.signIn('STUDENT')));
      for (const [n, person] of people.entries()) {
        await changePerson(t.db, person, { nickname: `${names[n]}${n}` });
        await befriend(t.db, person, me);
        const asker = await t.signIn('STUDENT');
        t.clock.advance(60);
        await t.call('POST', '/api/friend/add-friend', { as: asker, body: { id: other.id } });
      }
      const list = async () =>
        (await t.call('GET', '/api/friend/my-friends', { as: me })).json.acceptMemberDtoList.map(
          ({ nickname }: { nickname: string }) => nickname,
        );
      expect(await list()).toEqual(['가람1', '나루3', '하늘0', 'zeta2']);
      await changePerson(t.db, people[1] as SignedIn, { withdrawnAt: t.clock.now() });
      expect(await list()).toEqual(['나루3', '하늘0', 'zeta2']);
      const { json } = await t.call('GET', '/api/friend/request-friend-list', { as: other });
      const ids: number[] = json.requestMemberList.map(({ id }: { id: number }) => id);
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      expect(ids).toHaveLength(4);
    });
  });
});
