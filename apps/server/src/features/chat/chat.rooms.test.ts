import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChatRoom, fillChatRoom, sendChatMessage } from '../../testing/factories/chat.ts';
import { befriend, changePerson, createBlock } from '../../testing/factories/friends.ts';
import { takeSnapshot } from '../../testing/matrix/snapshot.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('rooms', () => {
  let me: SignedIn;
  let friend: SignedIn;
  beforeEach(async () => {
    [me, friend] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  });

  const open = (as: SignedIn, id: number | string) =>
    t.call('POST', `/api/mail/new?id=${id}`, { as });
  const rooms = async (as: SignedIn) =>
    (await t.call('GET', '/api/mail/my-room', { as })).json.roomDtos;
  const countNew = async (as: SignedIn) =>
    (await t.call('GET', '/api/mail/check-new', { as })).json.newMailCount;
  const messages = (as: SignedIn, roomId: number | string, query = '') =>
    t.call('GET', `/api/mail/messages/${roomId}${query}`, { as });
  const read = (as: SignedIn, roomId: number) =>
    t.call('PUT', `/api/mail/read-room/${roomId}`, { as });
  const leave = (as: SignedIn, roomId: number) =>
    t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as });
  const contents = (list: { content: string }[]) => list.map(({ content }) => content);

  describe('POST /mail/new', () => {
    it('refuses strangers, oneself and missing members [CHAT-01]', async () => {
      expect((await t.call('POST', '/api/mail/new?id=1')).status).toBe(401);
      const cases = [
        [friend.id, 403, 'NOT_FRIENDS'],
        [me.id, 400, 'FRIEND_SELF'],
        [9_007_199_254_740_991, 404, 'MEMBER_UNKNOWN'],
      ] as const;
      for (const [id, status, error] of cases) {
        const response = await open(me, id);
        expect([response.status, response.json.error]).toEqual([status, error]);
      }
      await changePerson(t.db, friend, { withdrawnAt: t.clock.now() });
      expect((await open(me, friend.id)).status).toBe(404);
    });

    it.each(['', '0', '-1', '1.5', 'abc', '1&id=2', '9007199254740993'])(
      'returns 400 for the id %s',
      async (id) => {
        expect((await open(me, id)).status).toBe(400);
      },
    );

    it('opens a room; returns 409 with its id the second time [CHAT-02]', async () => {
      await befriend(t.db, me, friend);
      const { status, json } = await open(me, friend.id);
      expect(status).toBe(201);
      expect(json).toEqual({ roomId: expect.any(Number), message: '채팅방이 생성되었습니다.' });
      // The friend has not seen the empty room, so for them it opens.
      expect((await open(friend, me.id)).json.roomId).toBe(json.roomId);
      for (const [as, other] of [
        [me, friend],
        [friend, me],
      ] as const) {
        const again = await open(as, other.id);
        expect(again.status).toBe(409);
        expect(again.json).toEqual({
          error: 'ROOM_EXISTS',
          message: '이미 같은 채팅방이 존재합니다.',
          roomId: json.roomId,
          requestId: expect.any(String),
        });
      }
    });
  });

  describe('an empty room [CHAT-77]', () => {
    it('appears for the partner with its first message only', async () => {
      await befriend(t.db, me, friend);
      const { roomId } = (await open(me, friend.id)).json;
      expect(await rooms(me)).toHaveLength(1);
      expect(await rooms(friend)).toEqual([]);
      expect((await messages(friend, roomId)).status).toBe(404);
      await sendChatMessage(t, me, roomId, '안녕');
      expect(await rooms(friend)).toEqual([expect.objectContaining({ roomId, newMailCount: 1 })]);
      expect(contents((await messages(friend, roomId)).json.messages)).toEqual(['안녕']);
    });
  });

  describe('GET /mail/my-room and /mail/check-new', () => {
    it('return the own rooms only, newest message first [ROLE-23, CHAT-06]', async () => {
      const third = await t.signIn('STUDENT');
      const first = await createChatRoom(t, me, friend);
      const second = await createChatRoom(t, me, third);
      await createChatRoom(t, friend, third);
      await sendChatMessage(t, friend, first, `첫 줄\n${'가'.repeat(60)}`);
      const { json } = await t.call(
        'GET',
        `/api/mail/my-room?userId=${third.id}&memberId=${third.id}&id=${third.id}`,
        { as: me },
      );
      expect(json.roomDtos).toEqual([
        {
          roomId: first,
          partner: {
            id: friend.id,
            nickName: friend.nickname,
            profileThumbnails: null,
            isLeft: false,
          },
          newMailCount: 1,
          lastMessage: `첫 줄 ${'가'.repeat(46)}…`,
          lastDate: expect.stringMatching(/\+09:00$/),
          item: null,
          lecture: null,
          isMuted: false,
          canSend: true,
        },
        expect.objectContaining({
          roomId: second,
          newMailCount: 0,
          lastMessage: null,
          lastDate: null,
        }),
      ]);
      expect(await countNew(me)).toBe(1);
      expect(await countNew(friend)).toBe(0);
      expect(await countNew(third)).toBe(0);
    });

    it('counts messages, and none of a blocked member [CHAT-13]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      for (const text of ['하나', '둘', '셋']) await sendChatMessage(t, friend, roomId, text);
      expect((await rooms(me))[0].newMailCount).toBe(3);
      expect(await countNew(me)).toBe(3);
      await createBlock(t.db, me, friend);
      expect(await countNew(me)).toBe(0);
      expect((await rooms(me))[0].canSend).toBe(false);
    });

    it('shows a withdrawn or suspended partner as gone [CHAT-12]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      await changePerson(t.db, friend, { profileImageUrl: '/files/a.webp' });
      const hour = new Date(t.clock.now().getTime() + 3_600_000);
      for (const values of [{ suspendedUntil: hour }, { withdrawnAt: t.clock.now() }]) {
        await changePerson(t.db, friend, values);
        expect((await rooms(me))[0]).toMatchObject({
          roomId,
          partner: { nickName: '탈퇴한 회원', profileThumbnails: null, isLeft: true },
          item: null,
          canSend: false,
        });
        await changePerson(t.db, friend, { suspendedUntil: null });
      }
    });
  });

  describe('GET /mail/messages/:roomId', () => {
    it('returns 404 to all non-members of the room, also ADMIN and SYSTEM [CHAT-04]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      await sendChatMessage(t, me, roomId);
      expect((await t.call('GET', `/api/mail/messages/${roomId}`)).status).toBe(401);
      const missing = await messages(me, 9_007_199_254_740_991);
      for (const role of ['USER', 'STUDENT', 'MANAGER', 'ADMIN', 'SYSTEM'] as const) {
        const response = await messages(await t.signIn(role), roomId);
        expect([response.status, response.json.message]).toEqual([404, missing.json.message]);
      }
    });

    it.each([
      '?beforeId=0',
      '?beforeId=-1',
      '?beforeId=abc',
      '?beforeId=1&beforeId=2',
      '?size=0',
      '?size=201',
      '?size=1e9',
    ])('refuses %s [LIST-07]', async (query) => {
      const roomId = await createChatRoom(t, me, friend);
      expect((await messages(me, roomId, query)).status).toBe(400);
    });

    it('refuses to page and to search from a message of another room, or of none [CHAT-09]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      const own = await sendChatMessage(t, me, roomId, '도서관');
      const other = await createChatRoom(t, me, await t.signIn('STUDENT'));
      const foreign = await sendChatMessage(t, me, other, '도서관');
      const word = encodeURIComponent('도서관');
      for (const path of [`messages/${roomId}?size=5`, `search/${roomId}?query=${word}`]) {
        const statuses = [];
        for (const id of [own.id, foreign.id, 9_007_199_254_740_991]) {
          const { status } = await t.call('GET', `/api/mail/${path}&beforeId=${id}`, { as: me });
          statuses.push(status);
        }
        expect([path, statuses]).toEqual([path, [200, 400, 400]]);
      }
    });

    it('refuses to page and to search from a message before the member left [CHAT-09]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      const hidden = await sendChatMessage(t, me, roomId);
      await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: me });
      await sendChatMessage(t, friend, roomId);
      for (const path of [`messages/${roomId}?size=5`, `search/${roomId}?query=hello`]) {
        const url = `/api/mail/${path}&beforeId=${hidden.id}`;
        expect([path, (await t.call('GET', url, { as: me })).status]).toEqual([path, 400]);
      }
    });

    it('pages back through 300 messages without a gap or a duplicate [CHAT-09]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      await fillChatRoom(t, roomId, { count: 300, a: me, b: friend });
      const seen: { id: number; content: string }[] = [];
      let query = '';
      for (let page = 1; page <= 15; page += 1) {
        const { json } = await messages(me, roomId, query);
        expect(json.messages).toHaveLength(20);
        expect(json.last).toBe(page === 15);
        seen.unshift(...json.messages.toReversed());
        query = `?beforeId=${seen[0]?.id}`;
      }
      expect(contents(seen)).toEqual(Array.from({ length: 300 }, (_, n) => `메시지 ${n + 1}`));
      expect((await messages(me, roomId, query)).json).toMatchObject({ messages: [], last: true });
      const before = await messages(me, roomId, `?beforeId=${seen[20]?.id ?? 0}`);
      expect(contents(before.json.messages).at(0)).toBe('메시지 20');
      expect((await messages(me, roomId, '?size=50')).json.messages).toHaveLength(50);
    });

    it('returns exactly the fields of the contract [API-09]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      const sent = await sendChatMessage(t, me, roomId, '<b>굵게</b> & <script>');
      expect((await messages(friend, roomId)).json).toEqual({
        messages: [
          {
            id: sent.id,
            senderId: me.id,
            content: '<b>굵게</b> & <script>',
            date: expect.stringMatching(/\+09:00$/),
            clientId: null,
            picture: null,
            isRecalled: false,
            isRemoved: false,
            sender: null,
            replyTo: null,
            reactions: [],
          },
        ],
        last: true,
        partnerReadId: 0,
      });
    });
  });

  describe('PUT /mail/read-room/:roomId', () => {
    it('returns 404 outside the room and keeps the counts [CHAT-06]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      await sendChatMessage(t, me, roomId);
      expect((await read(await t.signIn('ADMIN'), roomId)).status).toBe(404);
      expect(await countNew(friend)).toBe(1);
    });

    it('marks all messages as read and shows it to the partner', async () => {
      const roomId = await createChatRoom(t, me, friend);
      await sendChatMessage(t, me, roomId);
      const last = await sendChatMessage(t, me, roomId);
      expect((await read(friend, roomId)).status).toBe(200);
      expect((await read(friend, roomId)).status).toBe(200);
      expect(await countNew(friend)).toBe(0);
      expect((await messages(me, roomId)).json.partnerReadId).toBe(last.id);
    });
  });

  describe('DELETE /mail/exit-room/:roomId', () => {
    it('hides the room and its messages from the leaving member only [CHAT-08]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      await sendChatMessage(t, friend, roomId, '예전 이야기');
      expect((await leave(me, roomId)).json.message).toBe('채팅방에서 나갔습니다.');
      expect(await rooms(me)).toEqual([]);
      expect(await countNew(me)).toBe(0);
      for (const response of [
        await messages(me, roomId),
        await read(me, roomId),
        await leave(me, roomId),
        await t.call('POST', `/api/mail/send-mail/${roomId}`, { as: me, body: { content: '나' } }),
      ]) {
        expect([response.status, response.json.error]).toEqual([404, 'ROOM_NOT_FOUND']);
      }
      expect(contents((await messages(friend, roomId)).json.messages)).toEqual(['예전 이야기']);

      const again = await open(me, friend.id);
      expect([again.status, again.json.roomId]).toEqual([201, roomId]);
      expect((await messages(me, roomId)).json).toMatchObject({ messages: [], last: true });
      expect((await rooms(me))[0]).toMatchObject({ lastMessage: null, lastDate: null });
    });

    it('brings the room back with a new message, showing only that one [CHAT-08]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      await sendChatMessage(t, friend, roomId, '예전 이야기');
      await leave(me, roomId);
      await sendChatMessage(t, friend, roomId, '새 이야기');
      expect(await countNew(me)).toBe(1);
      expect((await rooms(me))[0]).toMatchObject({
        roomId,
        lastMessage: '새 이야기',
        newMailCount: 1,
      });
      expect(contents((await messages(me, roomId)).json.messages)).toEqual(['새 이야기']);
    });

    it('purges a room that both left after 30 days [CHAT-08]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      await sendChatMessage(t, me, roomId);
      await leave(me, roomId);
      t.clock.advance(40 * 24 * 60 * 60);
      expect(await t.services.jobs.content.run()).toMatchObject({ rooms: 0 });
      [me, friend] = [await t.signInAs(me), await t.signInAs(friend)];
      await leave(friend, roomId);
      t.clock.advance(30 * 24 * 60 * 60 - 1);
      expect(await t.services.jobs.content.run()).toMatchObject({ rooms: 0 });
      t.clock.advance(2);
      expect(await t.services.jobs.content.run()).toMatchObject({ rooms: 1 });
      me = await t.signInAs(me);
      const opened = await open(me, friend.id);
      expect(opened.status).toBe(201);
      expect(opened.json.roomId).not.toBe(roomId);
    });
  });

  describe('a room of the longest messages', () => {
    const LONG = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'.repeat(2000);

    it('is read and searched in responses below 256 KB, without a gap [INPUT-11]', async () => {
      const roomId = await createChatRoom(t, me, friend);
      await fillChatRoom(t, roomId, { count: 12, a: me, b: friend, content: LONG });
      const readAll = async (path: string, field: 'messages' | 'hits') => {
        const ids: number[] = [];
        for (let before = ''; ids.length < 12; before = `&beforeId=${Math.min(...ids)}`) {
          const { status, json, text } = await t.call('GET', `${path}${before}`, { as: me });
          expect(status, text.slice(0, 200)).toBe(200);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(262_144);
          expect(json[field].length).toBeGreaterThan(0);
          ids.push(...json[field].map(({ id }: { id: number }) => id));
          expect(json.last ?? json.nextBeforeId === null).toBe(ids.length === 12);
        }
        return ids.toSorted((a, b) => a - b);
      };
      const read = await readAll(`/api/mail/messages/${roomId}?size=200`, 'messages');
      expect(new Set(read).size).toBe(12);
      const query = encodeURIComponent('\u{1f468}');
      expect(await readAll(`/api/mail/search/${roomId}?query=${query}`, 'hits')).toEqual(read);
    });
  });
});

describe('ids of rooms', () => {
  let outsider: SignedIn;
  let roomId: number;
  beforeAll(async () => {
    const [a, b] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
    roomId = await createChatRoom(t, a, b);
    await sendChatMessage(t, a, roomId);
    outsider = await t.signIn('ADMIN');
  });

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
});
