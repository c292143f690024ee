import { LIMITS } from '@naru/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import { createChatRoom, sendChatMessage } from '../../testing/factories/chat.ts';
import { changePerson, createBlock } from '../../testing/factories/friends.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

describe('sending', () => {
  let me: SignedIn;
  let friend: SignedIn;
  let roomId: number;
  beforeEach(async () => {
    [me, friend] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
    roomId = await createChatRoom(t, me, friend);
  });

  const send = (as: SignedIn, body: object, id = roomId) =>
    untilServed(() => t.call('POST', `/api/mail/send-mail/${id}`, { as, body }));
  const stored = async (as = me) => {
    const url = `/api/mail/messages/${roomId}?size=50`;
    return (await untilServed(() => t.call('GET', url, { as }))).json.messages.toReversed();
  };
  const room = async (as: SignedIn) =>
    (await t.call('GET', '/api/mail/my-room', { as })).json.roomDtos[0];
  const statuses = (responses: { status: number }[]) =>
    responses.map(({ status }) => status).sort((a, b) => a - b);
  describe('POST /mail/send-mail/:roomId', () => {
    it('returns 404 outside the room and stores nothing [CHAT-05]', async () => {
      const url = `/api/mail/send-mail/${roomId}`;
      expect((await t.call('POST', url, { body: { content: '나' } })).status).toBe(401);
      for (const role of ['STUDENT', 'ADMIN', 'SYSTEM'] as const) {
        const response = await send(await t.signIn(role), { content: '나', partnerId: me.id });
        expect([response.status, response.json.error]).toEqual([404, 'ROOM_NOT_FOUND']);
      }
      expect(await stored()).toEqual([]);
    });

    it.each([
      {},
      { content: null },
      { content: '' },
      { content: ' \n\t ' },
      { content: '\u200b\u3164\u2800' },
      { content: `ㅇ${'\u0301'.repeat(31)}` },
      { content: '\u0000' },
      { content: '가'.repeat(LIMITS.chatMessageMax + 1) },
      { content: ['가'] },
      { content: '가', clientId: 'short' },
      { content: '가', clientId: 'x'.repeat(65) },
      { content: '가', partnerId: '1' },
    ])('returns 400 for case %# [INPUT-04, INPUT-13]', async (body) => {
      expect((await send(me, body)).status).toBe(400);
      expect(await stored()).toEqual([]);
    });

    it('stores plain text for the partner of the room, whatever id the body names [CHAT-05, HTML-03]', async () => {
      const stranger = await t.signIn('STUDENT');
      const content = '<img src=x onerror=alert(1)> 👩‍🚀';
      const { status, json } = await send(me, {
        content: `  ${content}\n`,
        partnerId: stranger.id,
        clientId: 'client-0001',
      });
      expect(status).toBe(200);
      expect(json).toEqual({
        sentMessage: {
          id: expect.any(Number),
          senderId: me.id,
          content,
          date: expect.stringMatching(/\+09:00$/),
          clientId: 'client-0001',
          picture: null,
          isRecalled: false,
          isRemoved: false,
          sender: null,
          replyTo: null,
          reactions: [],
        },
      });
      expect((await room(friend)).newMailCount).toBe(1);
      expect((await room(me)).newMailCount).toBe(0);
      expect(await room(stranger)).toBeUndefined();
    });

    it('limits a message to 2,000 graphemes [INPUT-17]', async () => {
      expect((await send(me, { content: '👨‍👩‍👧'.repeat(LIMITS.chatMessageMax) })).status).toBe(
        200,
      );
    });

    it('keeps the room readable but refuses messages after the friendship ended [CHAT-07]', async () => {
      await sendChatMessage(t, me, roomId, '친구일 때');
      await t.call('DELETE', `/api/friend/${friend.id}`, { as: me });
      for (const as of [me, friend]) {
        const { status, json } = await send(as, { content: '나' });
        expect([status, json.error]).toEqual([403, 'NOT_FRIENDS']);
        expect(json.message).toBe('친구에게만 메시지를 보낼 수 있습니다.');
        expect(await stored(as)).toHaveLength(1);
        expect((await room(as)).canSend).toBe(false);
      }
    });

    it('refuses messages of both sides after a block, which only the blocker sees [FRIEND-07]', async () => {
      await createBlock(t.db, me, friend);
      const [own, theirs] = [
        await send(me, { content: '나' }),
        await send(friend, { content: '나' }),
      ];
      expect([own.status, own.json.message]).toEqual([
        403,
        '차단한 회원에게는 메시지를 보낼 수 없습니다.',
      ]);
      expect([theirs.status, theirs.json.message]).toEqual([
        403,
        '친구에게만 메시지를 보낼 수 있습니다.',
      ]);
    });

    it('refuses messages to a withdrawn or suspended member [CHAT-12]', async () => {
      await changePerson(t.db, friend, {
        suspendedUntil: new Date(t.clock.now().getTime() + 60_000),
      });
      const { status, json } = await send(me, { content: '나' });
      expect(status).toBe(403);
      expect(json.message).toBe('탈퇴했거나 이용이 정지된 회원에게는 메시지를 보낼 수 없습니다.');
      t.clock.advance(60);
      expect((await send(me, { content: '나' })).status).toBe(200);
    });

    it('accepts 20 messages in 10 seconds, then returns 429 [CHAT-11]', async () => {
      for (let n = 0; n < 20; n += 1) expect((await send(me, { content: '말' })).status).toBe(200);
      const { status, json, headers } = await send(me, { content: '말' });
      expect([status, json.error]).toEqual([429, 'MAIL_THROTTLED']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      t.clock.advance(10);
      expect((await send(me, { content: '말' })).status).toBe(200);
    });

    it('stores one message per clientId and does not count repeats against the limit [CHAT-10]', async () => {
      const body = { content: '한 번만', clientId: 'client-0002' };
      const responses = [];
      for (let n = 0; n < 25; n += 1) responses.push(await send(me, body));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      expect(await stored()).toHaveLength(1);
      expect((await send(friend, body)).json.sentMessage.senderId).toBe(friend.id);
    });
  });

  describe('chat under races', () => {
    it('stores one message for 50 parallel sends of a clientId, counted once [RACE-16]', async () => {
      const body = { content: '한 번만', clientId: 'client-0003' };
      const responses = await Promise.all(Array.from({ length: 50 }, () => send(me, body)));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      expect(await stored()).toHaveLength(1);
      expect((await room(friend)).newMailCount).toBe(1);
    });

    it('keeps limit and unread counts exact under 50 parallel messages', async () => {
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, n) => send(me, { content: `${n}` })),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
      expect((await room(friend)).newMailCount).toBe(20);
      expect(await stored()).toHaveLength(20);
    });

    it('assigns ids in the order in which messages become visible [LIVE-10]', async () => {
      let seen: number[] = [];
      let isDone = false;
      const look = async () => {
        const ids: number[] = (await stored()).map(({ id }: { id: number }) => id);
        expect(ids.slice(0, seen.length)).toEqual(seen);
        seen = ids;
      };
      const watching = (async () => {
        while (!isDone) await look();
      })();
      await Promise.all(
        Array.from({ length: 40 }, (_, n) => send(n % 2 === 0 ? me : friend, { content: `${n}` })),
      );
      isDone = true;
      await watching;
      expect(await stored()).toHaveLength(40);
    });

    it('sends or returns 403 while the friendship ends [CHAT-14]', async () => {
      const sending = Array.from({ length: 18 }, () => send(me, { content: '말' }));
      const [responses] = await Promise.all([
        Promise.all(sending),
        untilServed(() => t.call('DELETE', `/api/friend/${me.id}`, { as: friend })),
      ]);
      expect(statuses(responses).every((status) => status === 200 || status === 403)).toBe(true);
      expect(await stored()).toHaveLength(responses.filter(({ status }) => status === 200).length);
      expect((await send(me, { content: '말' })).status).toBe(403);
    });

    it('opens one room for 50 parallel calls of both friends [RACE-06]', async () => {
      const [a, b] = [await t.signIn(), await t.signIn()];
      await t.call('POST', '/api/friend/add-friend', { as: a, body: { id: b.id } });
      await t.call('POST', '/api/friend/accept-friend', { as: b, body: { idToAccept: a.id } });
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, n) => {
          const [as, other] = n % 2 === 0 ? [a, b] : [b, a];
          return untilServed(() => t.call('POST', `/api/mail/new?id=${other.id}`, { as }));
        }),
      );
      expect(statuses(responses)).toEqual([201, 201, ...Array.from({ length: 48 }, () => 409)]);
      expect(new Set(responses.map(({ json }) => json.roomId)).size).toBe(1);
    });

    it('stores every message while the partner leaves; the room is visible or hidden as a whole [RACE-13]', async () => {
      const [responses, left] = await Promise.all([
        Promise.all(Array.from({ length: 20 }, (_, n) => send(friend, { content: `${n}` }))),
        untilServed(() => t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: me })),
      ]);
      expect(left.status).toBe(200);
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await stored(friend)).toHaveLength(20);
      const mine = await room(me);
      if (mine === undefined) return;
      expect(await stored(me)).toHaveLength(mine.newMailCount);
    });
  });
});

describe('live chat', () => {
  let me: SignedIn;
  let friend: SignedIn;
  let roomId: number;
  const streams: EventStream[] = [];
  beforeEach(async () => {
    [me, friend] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
    roomId = await createChatRoom(t, me, friend);
  });
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close();
  });

  async function listen(as: SignedIn, headers: Record<string, string> = {}): Promise<EventStream> {
    const stream = await openEventStream(t, as, headers);
    streams.push(stream);
    await stream.next('hello');
    return stream;
  }
  const send = (as: SignedIn, content: string) =>
    t.call('POST', `/api/mail/send-mail/${roomId}`, { as, body: { content } });
  const receivedContents = (stream: EventStream) =>
    stream
      .received()
      .filter(({ event }) => event === 'mail')
      .map(({ data }) => data.message.content);

  it('sends a message and its read receipt to both sides', async () => {
    const [mine, theirs] = [await listen(me), await listen(friend)];
    const { json } = await send(me, '안녕하세요');
    const event = { type: 'mail', roomId, message: json.sentMessage };
    expect(await theirs.next('mail')).toEqual({ ...event, newMailCount: 1 });
    expect(await mine.next('mail')).toEqual({ ...event, newMailCount: 0 });

    await t.call('PUT', `/api/mail/read-room/${roomId}`, { as: friend });
    const read = { type: 'mail-read', roomId, memberId: friend.id, readId: json.sentMessage.id };
    for (const stream of [mine, theirs]) {
      expect(await stream.next('mail-read')).toEqual({ ...read, newMailCount: 0 });
    }
  });

  it('sends no event of a refused or repeated message, and none to other members [LIVE-04, LIVE-05]', async () => {
    const stranger = await listen(await t.signIn('ADMIN'));
    const theirs = await listen(friend);
    const body = { content: '한 번', clientId: 'client-0009' };
    const url = `/api/mail/send-mail/${roomId}`;
    for (let n = 0; n < 3; n += 1) await t.call('POST', url, { as: me, body });
    await t.call('DELETE', `/api/friend/${friend.id}`, { as: me });
    expect((await send(me, '못 보낼 말')).status).toBe(403);
    await theirs.next('friend');
    expect(receivedContents(theirs)).toEqual(['한 번']);
    expect(stranger.received()).toEqual([]);
  });

  it('sends no event to a member who left the room, until a message brings it back [LIVE-05]', async () => {
    const mine = await listen(me);
    await send(me, '갑니다');
    await mine.next('mail');
    await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: me });
    expect(await mine.next('mail-read')).toMatchObject({ memberId: me.id });
    await t.call('PUT', `/api/mail/read-room/${roomId}`, { as: friend });
    await send(friend, '돌아와요');
    expect(await mine.next('mail')).toMatchObject({ message: { content: '돌아와요' } });
    expect(mine.received().map(({ event }) => event)).toEqual(['mail', 'mail-read', 'mail']);
  });

  it('sends a reconnecting tab what it missed, in order and once [LIVE-10]', async () => {
    const first = await listen(friend);
    await send(me, '하나');
    await first.next('mail');
    first.close();
    await Promise.all(Array.from({ length: 15 }, (_, n) => send(me, `동시에 ${n}`)));
    const second = await listen(friend, { 'last-event-id': first.lastId() });
    await second.until(() => receivedContents(second).length === 15);
    const list = await t.call('GET', `/api/mail/messages/${roomId}?size=50`, { as: friend });
    const stored = list.json.messages.map(({ content }: { content: string }) => content);
    expect(receivedContents(second)).toEqual(stored.toReversed().slice(1));
  });
});

describe('random parallel actions of five members', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp();
  });
  afterAll(() => t.close());

  let people: SignedIn[];
  let roomIds: number[];
  beforeAll(async () => {
    people = await Promise.all(Array.from({ length: 5 }, () => t.signIn('STUDENT')));
    const pairs = people.flatMap((a, i) => people.slice(i + 1).map((b) => [a, b] as const));
    roomIds = await Promise.all(pairs.map(([a, b]) => createChatRoom(t, a, b)));
  });

  /** Deterministic pseudo-random numbers. */
  function numbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
  }
  type Call = [method: string, url: string, body?: object];
  /** Actions of one member on another, some in rooms of others. */
  const CALLS: ((id: number, roomId: number) => Call)[] = [
    (_id, roomId) => ['POST', `/api/mail/send-mail/${roomId}`, { content: '말' }],
    (_id, roomId) => ['POST', `/api/mail/send-mail/${roomId}`, { content: '또 말' }],
    (_id, roomId) => ['PUT', `/api/mail/read-room/${roomId}`],
    (_id, roomId) => ['DELETE', `/api/mail/exit-room/${roomId}`],
    (id) => ['POST', `/api/mail/new?id=${id}`],
    (id) => ['POST', '/api/friend/add-friend', { id }],
    (id) => ['POST', '/api/friend/accept-friend', { idToAccept: id }],
    (id) => ['POST', '/api/friend/decline-friend', { idToDecline: id }],
    (id) => ['DELETE', `/api/friend/${id}`],
    (id) => ['POST', '/api/friend/block', { id }],
    (id) => ['DELETE', `/api/friend/block/${id}`],
  ];

  it.each([1, 2, 3])('never fail and leave exact counts (round %i)', async (round) => {
    const next = numbers(round);
    const any = async () => {
      const as = people[next(people.length)] as SignedIn;
      const other = people[next(people.length)] as SignedIn;
      const call = CALLS[next(CALLS.length)] ?? CALLS[0];
      const [method, url, body] = call?.(other.id, roomIds[next(roomIds.length)] ?? 0) ?? [];
      return untilServed(() => t.call(method ?? '', url ?? '', { as, body }));
    };
    // No more in parallel than connections, so that no request times out waiting for one.
    const workers = Array.from({ length: 12 }, async () => {
      const own = [];
      for (let n = 0; n < 12; n += 1) own.push(await any());
      return own;
    });
    const responses = (await Promise.all(workers)).flat();
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    expect(new Set(responses.map(({ status }) => status)).size).toBeGreaterThan(3);

    const wrong = await t.db.execute(sql`
      select s.room_id from chat_room_members s
      where s.unread_count <> (select count(*) from chat_messages e
        where e.room_id = s.room_id and e.sender_id <> s.member_id and e.id > s.read_id)`);
    expect(wrong.rows).toEqual([]);
    const friendsAcrossBlocks = await t.db.execute(sql`
      select f.id from friendships f join member_blocks b
        on (b.blocker_id, b.blocked_id) in ((f.low_id, f.high_id), (f.high_id, f.low_id))
      where f.status = 'accepted' or (f.status = 'pending' and f.requester_id = b.blocker_id)`);
    expect(friendsAcrossBlocks.rows).toEqual([]);
  });
});
