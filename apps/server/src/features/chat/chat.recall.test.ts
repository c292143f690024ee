import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEvent } from '../../domain/live/live-events.ts';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import { createChatRoom, fillChatRoom, sendChatMessage } from '../../testing/factories/chat.ts';
import { readAudit } from '../../testing/factories/inquiries.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let me: SignedIn;
let friend: SignedIn;
let roomId: number;
const streams: EventStream[] = [];
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  [me, friend] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  roomId = await createChatRoom(t, me, friend);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => t.close());

const recall = (as: SignedIn, id: number, room = roomId) =>
  t.call('DELETE', `/api/mail/messages/${room}/${id}`, { as });
const read = (as: SignedIn) => t.call('PUT', `/api/mail/read-room/${roomId}`, { as });
const messagesOf = async (as: SignedIn) =>
  (await t.call('GET', `/api/mail/messages/${roomId}`, { as })).json.messages;
const roomOf = async (as: SignedIn) =>
  (await t.call('GET', '/api/mail/my-room', { as })).json.roomDtos[0];
const search = (as: SignedIn, query: string, rest = '') =>
  t.call('GET', `/api/mail/search/${roomId}?query=${encodeURIComponent(query)}${rest}`, { as });
const errorOf = ({ status, json }: { status: number; json: { error: string } }) => [
  status,
  json.error,
];

async function listen(as: SignedIn): Promise<EventStream> {
  const stream = await openEventStream(t, as, {});
  streams.push(stream);
  await stream.next('hello');
  return stream;
}

describe('DELETE /mail/messages/:roomId/:messageId', () => {
  it('refuses strangers, the partner, another room and a message older than five minutes [CHAT-92]', async () => {
    const { id } = await sendChatMessage(t, me, roomId, '실수');
    const other = await createChatRoom(t, me, await t.signIn('STUDENT'));
    expect(errorOf(await recall(await t.signIn('ADMIN'), id))).toEqual([404, 'ROOM_NOT_FOUND']);
    expect(errorOf(await recall(friend, id))).toEqual([404, 'MESSAGE_NOT_FOUND']);
    expect(errorOf(await recall(me, id, other))).toEqual([404, 'MESSAGE_NOT_FOUND']);
    t.clock.advance(5 * 60 + 1);
    expect(errorOf(await recall(me, id))).toEqual([409, 'RECALL_TOO_LATE']);
    expect((await messagesOf(friend))[0]).toMatchObject({ content: '실수', isRecalled: false });
  });

  it('erases the text for both, from the database and from stored events, and notifies both [CHAT-92]', async () => {
    const [mine, theirs] = [await listen(me), await listen(friend)];
    const { id } = await sendChatMessage(t, me, roomId, '지울비밀글');
    await theirs.next('mail');
    const { status, json } = await recall(me, id);
    expect(status).toBe(200);
    expect(json.recalled).toMatchObject({ id, content: '', isRecalled: true, picture: null });
    const event = { type: 'mail-recalled', roomId, message: json.recalled, newMailCount: 0 };
    expect(await theirs.next('mail-recalled')).toEqual(event);
    expect(await mine.next('mail-recalled')).toEqual(event);
    expect(await messagesOf(friend)).toEqual([json.recalled]);
    expect((await roomOf(friend)).lastMessage).toBe('회수된 메시지');
    const { rows } = await t.database.pool.query('select * from chat_messages where id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain('지울비밀글');
    const stored = await t.database.pool.query('select payload from events');
    const events = stored.rows.map(({ payload }) => JSON.stringify(openEvent(t.seal, payload)));
    expect(events.filter((text) => text.includes(`"id":${id},`)).length).toBeGreaterThanOrEqual(4);
    expect(events.join()).not.toContain('지울비밀글');
    expect((await search(friend, '비밀')).json.hits).toEqual([]);
  });

  it('can be repeated, also later, and keeps a repeated send recalled [CHAT-92]', async () => {
    const body = { content: '다시', clientId: 'client-0001' };
    const url = `/api/mail/send-mail/${roomId}`;
    const { id } = (await t.call('POST', url, { as: me, body })).json.sentMessage;
    const first = await recall(me, id);
    t.clock.advance(10 * 60);
    expect((await recall(me, id)).json).toEqual(first.json);
    const again = await t.call('POST', url, { as: me, body });
    expect(again.json.sentMessage).toMatchObject({ id, content: '', isRecalled: true });
  });

  it('counts exactly while the partner reads and more arrives [CHAT-92]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sent = [];
      for (const text of ['가', '나', '다']) sent.push(await sendChatMessage(t, me, roomId, text));
      await Promise.all([
        read(friend),
        ...sent.slice(0, 2).map(({ id }) => recall(me, id)),
        recall(me, sent[0].id),
      ]);
      const { rows } = await t.db.execute<{ unread: number; real: number }>(sql`
        select unread_count as unread, (select count(*)::int from chat_messages m
          where m.room_id = s.room_id and m.sender_id = ${me.id} and m.id > s.read_id
            and m.recalled_at is null) as real
        from chat_room_members s where room_id = ${roomId} and member_id = ${friend.id}`);
      expect(rows[0]?.unread).toBe(rows[0]?.real);
      await read(friend);
    }
  });

  it('takes an unread message off the badge [CHAT-13, CHAT-92]', async () => {
    const { id } = await sendChatMessage(t, me, roomId, '하나');
    expect((await roomOf(friend)).newMailCount).toBe(1);
    await recall(me, id);
    expect((await roomOf(friend)).newMailCount).toBe(0);
  });
});

describe('GET /mail/search/:roomId', () => {
  it('refuses strangers, empty and long words, and too many searches [CHAT-93]', async () => {
    expect(errorOf(await search(await t.signIn('ADMIN'), '가'))).toEqual([404, 'ROOM_NOT_FOUND']);
    expect((await search(me, ' ')).status).toBe(400);
    expect((await search(me, '가'.repeat(300))).status).toBe(400);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await search(me, '가')).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('finds Hangul and literal signs, newest first, only what the member sees [CHAT-93]', async () => {
    await sendChatMessage(t, me, roomId, '도서관 앞에서 봐');
    await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: friend });
    const second = await sendChatMessage(t, me, roomId, '도서관 100% 열려요');
    const hits = async (as: SignedIn, query: string) =>
      (await search(as, query)).json.hits.map(({ content }: { content: string }) => content);
    expect(await hits(me, '도서관'.normalize('NFD'))).toEqual([
      '도서관 100% 열려요',
      '도서관 앞에서 봐',
    ]);
    expect(await hits(friend, '도서관')).toEqual(['도서관 100% 열려요']);
    expect(await hits(me, '0%')).toEqual(['도서관 100% 열려요']);
    expect(await hits(me, '_')).toEqual([]);
    const earlier = (await search(me, '도서관', `&beforeId=${second.id}`)).json;
    expect([earlier.hits.length, earlier.nextBeforeId]).toEqual([1, null]);
  });

  it('reads a bounded part of the room and goes on from there [CHAT-93]', async () => {
    const first = await sendChatMessage(t, me, roomId, '아주 오래된 약속');
    await fillChatRoom(t, roomId, { count: 5_000, a: me, b: friend });
    const recent = (await search(me, '약속')).json;
    expect(recent.hits).toEqual([]);
    const older = (await search(me, '약속', `&beforeId=${recent.nextBeforeId}`)).json;
    expect(older.hits.map(({ id }: { id: number }) => id)).toEqual([first.id]);
    const many = (await search(me, '메시지')).json;
    expect(many.hits).toHaveLength(30);
    expect(many.nextBeforeId).toBe(many.hits.at(-1).id);
  });
});

describe('a report of a message', () => {
  const report = (as: SignedIn, targetId: number, withContext = false) =>
    t.call('POST', '/api/inquiry', {
      as,
      body: {
        category: 'REPORT',
        targetType: 'MESSAGE',
        targetId,
        title: '욕설',
        content: '욕설입니다.',
        withContext,
      },
    });
  const linesOf = (as: SignedIn, id: number) =>
    t.call('GET', `/api/admin/reports/${id}/messages`, { as });

  it('is refused for own, recalled, foreign and unseen messages [CHAT-94]', async () => {
    const { id } = await sendChatMessage(t, me, roomId, '나쁜 말');
    const gone = await sendChatMessage(t, me, roomId, '회수할 말');
    await recall(me, gone.id);
    for (const [as, target] of [
      [me, id],
      [await t.signIn('ADMIN'), id],
      [friend, gone.id],
      [friend, 999_999],
    ] as const) {
      expect(errorOf(await report(as, target))).toEqual([404, 'INQUIRY_TARGET_NOT_FOUND']);
    }
    await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: friend });
    expect((await report(friend, id)).status).toBe(404);
  });

  it('shows ADMIN only what was reported, on record, also after a recall [CHAT-94]', async () => {
    await sendChatMessage(t, friend, roomId, '앞의 말');
    const { id } = await sendChatMessage(t, me, roomId, '나쁜 말');
    const { json } = await report(friend, id);
    await recall(me, id);
    const [admin, manager] = [await t.signIn('ADMIN'), await t.signIn('MANAGER')];
    expect((await linesOf(manager, json.inquiry.id)).status).toBe(403);
    const queue = (await t.call('GET', '/api/admin/reports', { as: manager })).json.reports;
    expect(queue).toEqual([]);
    const seen = await t.call('GET', '/api/admin/reports', { as: admin });
    expect(seen.text).not.toContain('나쁜 말');
    expect(seen.json.reports[0].target).toMatchObject({ type: 'MESSAGE', writerId: me.id });
    const lines = (await linesOf(admin, json.inquiry.id)).json.messages;
    expect(lines).toEqual([
      expect.objectContaining({ id, content: '나쁜 말', isReported: true, senderId: me.id }),
    ]);
    const actions = (await readAudit(t, json.inquiry.id)).map(({ action }) => action);
    expect(actions).toContain('inquiry.messages');
    await t.call('POST', `/api/inquiry/${json.inquiry.id}/complete`, {
      as: admin,
      body: { answer: '확인했습니다.' },
    });
  });

  it('adds five messages on each side if the reporter agrees [CHAT-94]', async () => {
    const sent = [];
    for (let n = 0; n < 13; n += 1) sent.push(await sendChatMessage(t, me, roomId, `말 ${n}`));
    const { json } = await report(friend, sent[6].id, true);
    const lines = (await linesOf(await t.signIn('ADMIN'), json.inquiry.id)).json.messages;
    expect(lines.map(({ content }: { content: string }) => content)).toEqual(
      Array.from({ length: 11 }, (_, n) => `말 ${n + 1}`),
    );
    expect(lines.filter(({ isReported }: { isReported: boolean }) => isReported)).toHaveLength(1);
  });
});
