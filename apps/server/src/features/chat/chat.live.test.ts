import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import { createChatRoom } from '../../testing/factories/chat.ts';
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

describe('live chat', () => {
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
    expect(receivedContents(second)).toEqual(stored.slice(1));
  });
});
