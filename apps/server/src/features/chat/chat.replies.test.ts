import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEvent } from '../../domain/live/live-events.ts';
import { changeReaction, createChatRoom, sendChatMessage } from '../../testing/factories/chat.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { prove } from '../account/account.fixture.ts';

let t: TestApp;
let me: SignedIn;
let friend: SignedIn;
let roomId: number;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  [me, friend] = [await t.signIn('STUDENT'), await t.signIn('USER')];
  roomId = await createChatRoom(t, me, friend);
});
afterAll(() => t.close());

const reply = (as: SignedIn, replyTo: unknown, to = roomId) =>
  t.call('POST', `/api/mail/send-mail/${to}`, { as, body: { content: '그래', replyTo } });
const recall = (as: SignedIn, id: number) =>
  t.call('DELETE', `/api/mail/messages/${roomId}/${id}`, { as });
const listOf = async (as: SignedIn) =>
  (await t.call('GET', `/api/mail/messages/${roomId}`, { as })).json.messages;
const errorOf = ({ status, json }: { status: number; json: { error: string } }) => [
  status,
  json.error,
];
const eventsOf = async (member: SignedIn) => {
  const { rows } = await t.database.pool.query(
    'select payload from events where member_id = $1 order by seq',
    [member.id],
  );
  return rows.map(({ payload }) => openEvent(t.seal, payload));
};
const listen = (member: SignedIn) => t.services.live.place(member.id);

describe('a reply', () => {
  it('is refused to messages of other rooms, hidden ones and unknown ones [CHAT-98]', async () => {
    const other = await t.signIn('USER');
    const elsewhere = await createChatRoom(t, me, other);
    const { id } = await sendChatMessage(t, me, elsewhere, '다른 방');
    expect(errorOf(await reply(me, id))).toEqual([404, 'MESSAGE_NOT_FOUND']);
    expect(errorOf(await reply(me, 999_999))).toEqual([404, 'MESSAGE_NOT_FOUND']);
    expect((await reply(me, '가')).status).toBe(400);
    const old = await sendChatMessage(t, friend, roomId, '나가기 전');
    await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: me });
    await sendChatMessage(t, friend, roomId, '돌아와');
    expect(errorOf(await reply(me, old.id))).toEqual([404, 'MESSAGE_NOT_FOUND']);
    expect(await listOf(me)).toHaveLength(1);
  });

  it('quotes the first words of the message, also as a live event and when sent again [CHAT-98]', async () => {
    const text = `${'👨‍👩‍👧‍👦'.repeat(60)}끝`;
    const first = await sendChatMessage(t, friend, roomId, text);
    await listen(friend);
    const body = { content: '그래', replyTo: first.id, clientId: 'client-0001' };
    const url = `/api/mail/send-mail/${roomId}`;
    const { sentMessage } = (await t.call('POST', url, { as: me, body })).json;
    const { replyTo } = sentMessage;
    expect(replyTo).toMatchObject({ id: first.id, senderId: friend.id, isRecalled: false });
    expect(replyTo.content.startsWith('👨‍👩‍👧‍👦')).toBe(true);
    const segments = new Intl.Segmenter('ko', { granularity: 'grapheme' });
    expect([...segments.segment(replyTo.content)].length).toBeLessThanOrEqual(51);
    expect((await t.call('POST', url, { as: me, body })).json.sentMessage).toEqual(sentMessage);
    for (const as of [me, friend]) expect((await listOf(as))[0].replyTo).toEqual(replyTo);
    const [event] = await eventsOf(friend);
    expect(event).toMatchObject({ type: 'mail', message: { replyTo } });
  });

  it('says nothing of a message that was taken back, nor do stored events [CHAT-92, CHAT-98]', async () => {
    await listen(me);
    await listen(friend);
    const { id } = await sendChatMessage(t, me, roomId, '지울비밀');
    expect((await reply(friend, id)).status).toBe(200);
    expect((await recall(me, id)).status).toBe(200);
    for (const as of [me, friend]) {
      const [newest] = await listOf(as);
      expect(newest.replyTo).toMatchObject({ id, content: '', isRecalled: true, isPicture: false });
      expect(JSON.stringify(await eventsOf(as))).not.toContain('지울비밀');
    }
    expect((await reply(friend, id)).json.sentMessage.replyTo.isRecalled).toBe(true);
  });

  it('hides the words from a member who left before they were written [CHAT-08, CHAT-98]', async () => {
    const { id } = await sendChatMessage(t, me, roomId, '나간 사람이 못 볼 말');
    await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: friend });
    await listen(friend);
    expect((await reply(me, id)).status).toBe(200);
    const hidden = { id, senderId: null, nickName: null, content: '', isPicture: false };
    const [seen] = await listOf(friend);
    expect(seen.replyTo).toMatchObject(hidden);
    expect((await eventsOf(friend))[0]).toMatchObject({ message: { replyTo: hidden } });
  });

  it('survives a recall at the same moment [CHAT-98]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await sendChatMessage(t, me, roomId, '사라질 말');
      t.clock.advance(10);
      const [sent] = await Promise.all([reply(friend, id), recall(me, id)]);
      expect(sent.status).toBe(200);
      expect((await listOf(friend))[0].replyTo).toMatchObject({ content: '', isRecalled: true });
    }
  });
});

describe('a reaction', () => {
  const react = (as: SignedIn, id: number, reaction: Parameters<typeof changeReaction>[3]) =>
    changeReaction(t, as, { roomId, id }, reaction);
  const who = async (as: SignedIn, id: number) =>
    (await t.call('GET', `/api/mail/reactions/${roomId}/${id}`, { as })).json.reactions;

  it('is refused to strangers, at other messages and recalled ones, and from an unknown list [CHAT-99]', async () => {
    const { id } = await sendChatMessage(t, me, roomId);
    const admin = await t.signIn('ADMIN');
    for (const reaction of ['LIKE', null] as const) {
      expect(errorOf(await react(admin, id, reaction))).toEqual([404, 'ROOM_NOT_FOUND']);
      expect(errorOf(await react(me, 999_999, reaction))).toEqual([404, 'MESSAGE_NOT_FOUND']);
    }
    expect((await react(me, id, 'PARTY' as 'LIKE')).status).toBe(400);
    await recall(me, id);
    expect(errorOf(await react(friend, id, 'LIKE'))).toEqual([404, 'MESSAGE_NOT_FOUND']);
  });

  it('is one for each member and message; another replaces it, repeats change nothing [CHAT-99]', async () => {
    const { id } = await sendChatMessage(t, me, roomId);
    await listen(friend);
    await react(me, id, 'LIKE');
    expect((await react(me, id, 'LIKE')).json.reactions).toEqual([
      { reaction: 'LIKE', count: 1, isMine: true },
    ]);
    await react(friend, id, 'LIKE');
    t.clock.advance(1);
    expect((await react(me, id, 'SAD')).json.reactions).toEqual([
      { reaction: 'LIKE', count: 1, isMine: false },
      { reaction: 'SAD', count: 1, isMine: true },
    ]);
    expect((await listOf(friend))[0].reactions).toEqual([
      { reaction: 'LIKE', count: 1, isMine: true },
      { reaction: 'SAD', count: 1, isMine: false },
    ]);
    expect((await who(friend, id)).map((one: { reaction: string }) => one.reaction)).toEqual([
      'LIKE',
      'SAD',
    ]);
    await react(me, id, null);
    expect((await react(me, id, null)).json.reactions).toHaveLength(1);
    const events = await eventsOf(friend);
    expect(events.map((event) => event?.type)).toEqual(Array(4).fill('mail-reacted'));
  });

  it('counts as no message: nothing is unread and nothing is pushed [CHAT-99]', async () => {
    const { id } = await sendChatMessage(t, me, roomId);
    await t.call('PUT', `/api/mail/read-room/${roomId}`, { as: friend });
    await react(me, id, 'LOVE');
    const { json } = await t.call('GET', '/api/mail/check-new', { as: friend });
    expect(json.newMailCount).toBe(0);
    const { rows } = await t.database.pool.query('select from push_due');
    expect(rows).toEqual([]);
  });

  it('is counted exactly when many come at once [CHAT-99]', async () => {
    const { id } = await sendChatMessage(t, me, roomId);
    const calls = [me, friend].flatMap((as) =>
      (['LIKE', 'LOVE', 'LIKE', null, 'WOW'] as const).map((one) => react(as, id, one)),
    );
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
    expect([...statuses]).toEqual([200]);
    await Promise.all([react(me, id, 'LIKE'), react(friend, id, 'LIKE')]);
    expect((await listOf(me))[0].reactions).toEqual([{ reaction: 'LIKE', count: 2, isMine: true }]);
  });

  it('is gone with the message and with its member [CHAT-99]', async () => {
    const [left, gone] = [
      await sendChatMessage(t, me, roomId),
      await sendChatMessage(t, me, roomId),
    ];
    await react(friend, left.id, 'LIKE');
    await react(me, left.id, 'WOW');
    await react(friend, gone.id, 'LIKE');
    await recall(me, gone.id);
    const query = 'select message_id as id from chat_reactions where member_id = $1';
    const { rows } = await t.database.pool.query(query, [friend.id]);
    expect(rows).toEqual([{ id: left.id }]);
    await prove(t, friend);
    const { status } = await t.call('DELETE', '/api/member/me', { as: friend });
    expect(status).toBe(200);
    expect((await listOf(me))[1].reactions).toEqual([{ reaction: 'WOW', count: 1, isMine: true }]);
  });

  it('of a blocked member is hidden from the blocker, who sees all others [CHAT-99, FRIEND-07]', async () => {
    const { id } = await sendChatMessage(t, me, roomId);
    await react(friend, id, 'LIKE');
    await react(me, id, 'LIKE');
    await createBlock(t.db, me, friend);
    expect((await listOf(me))[0].reactions).toEqual([{ reaction: 'LIKE', count: 1, isMine: true }]);
    expect(await who(me, id)).toHaveLength(1);
    expect(await who(friend, id)).toHaveLength(2);
    expect(errorOf(await react(me, id, 'SAD'))).toEqual([403, 'NOT_FRIENDS']);
    expect((await react(me, id, null)).status).toBe(200);
  });
});

describe('POST /mail/rejoin-room/:roomId', () => {
  const leave = (as: SignedIn) => t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as });
  const rejoin = (as: SignedIn) => t.call('POST', `/api/mail/rejoin-room/${roomId}`, { as });
  const roomOf = async (as: SignedIn) =>
    (await t.call('GET', '/api/mail/my-room', { as })).json.roomDtos[0];

  it('is refused to strangers, without a leaving, twice and after ten minutes [CHAT-100]', async () => {
    for (const as of [await t.signIn('ADMIN'), me]) {
      expect(errorOf(await rejoin(as))).toEqual([404, 'ROOM_NOT_FOUND']);
    }
    await leave(me);
    expect((await rejoin(me)).status).toBe(200);
    expect((await rejoin(me)).status).toBe(404);
    await leave(me);
    t.clock.advance(10 * 60);
    expect((await rejoin(me)).status).toBe(404);
  });

  it.each([['nothing'], ['a message']])(
    'brings back messages and unread ones when %s has come since [CHAT-100]',
    async (since) => {
      await sendChatMessage(t, friend, roomId, '읽은 말');
      await t.call('PUT', `/api/mail/read-room/${roomId}`, { as: me });
      await sendChatMessage(t, friend, roomId, '안 읽은 말');
      await leave(me);
      if (since !== 'nothing') await sendChatMessage(t, friend, roomId, '나간 뒤의 말');
      expect((await rejoin(me)).status).toBe(200);
      const count = since === 'nothing' ? 1 : 2;
      expect((await roomOf(me)).newMailCount).toBe(count);
      expect(await listOf(me)).toHaveLength(count + 1);
    },
  );

  it('leaves read what was read since [CHAT-100]', async () => {
    await sendChatMessage(t, friend, roomId, '안 읽은 말');
    await leave(me);
    await sendChatMessage(t, friend, roomId, '나간 뒤의 말');
    await t.call('PUT', `/api/mail/read-room/${roomId}`, { as: me });
    expect((await rejoin(me)).status).toBe(200);
    expect((await roomOf(me)).newMailCount).toBe(0);
    expect(await listOf(me)).toHaveLength(2);
  });
});
