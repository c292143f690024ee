import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createChatRoom, sendChatMessage } from '../../testing/factories/chat.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import {
  startPushService,
  type TestBrowser,
  type TestPushService,
} from '../../testing/push-service.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { deliver, sendPlanned, subscribe } from './push.fixture.ts';

let service: TestPushService;
let t: TestApp;
let writer: SignedIn;
let me: SignedIn;
let browser: TestBrowser;
let room: number;
beforeAll(async () => {
  service = await startPushService();
  t = await createTestApp({ env: { PUSH_SERVICES: 'http://127.0.0.1' }, asServer: true });
});
beforeEach(async () => {
  [writer, me] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  browser = service.subscribe();
  await subscribe(t, me, browser);
  room = await createChatRoom(t, me, writer);
});
afterAll(async () => {
  await t.close();
  await service.close();
});

const recall = async ({ id }: { id: number }) => {
  const path = `/api/mail/messages/${room}/${id}`;
  const { status } = await t.call('DELETE', path, { as: writer });
  expect(status).toBe(200);
};

it('has the words of the newest message that was not recalled [PUSH-09] [CHAT-92]', async () => {
  await sendChatMessage(t, writer, room, '먼저 쓴 말');
  await recall(await sendChatMessage(t, writer, room, '잘못 보낸 말'));
  await deliver(t);
  expect(browser.received.map(({ title, body }) => [title, body])).toEqual([
    [`${writer.nickname}님`, '먼저 쓴 말'],
  ]);
});

it('drops the words of a recalled message that a busy service has not taken yet [CHAT-92]', async () => {
  const wrong = await sendChatMessage(t, writer, room, '잘못 보낸 말');
  browser.responses.push({ status: 503 });
  await deliver(t);
  await recall(wrong);
  await sendPlanned(t, t.services, 2);
  expect(browser.received).toEqual([]);
  expect(await t.db.execute('select id from push_messages')).toMatchObject({ rows: [] });
});

it('names a picture, which has no words [PUSH-09]', async () => {
  await sendChatMessage(t, writer, room, '사진으로 바뀔 말');
  await t.db.execute(`update chat_messages set content = '' where room_id = ${room}`);
  await deliver(t);
  expect(browser.received.map(({ body }) => body)).toEqual([TEXTS.pictureMessage]);
});

it('takes the same browser from two tabs at once [PUSH-04]', async () => {
  const next = service.subscribe();
  await Promise.all([1, 2, 3, 4].map(() => subscribe(t, me, next)));
  await sendChatMessage(t, writer, room, '안녕하세요');
  await deliver(t);
  expect([browser.received.length, next.received.length]).toEqual([0, 1]);
});

it('notifies of what arrives while a server shows what was there [PUSH-09]', async () => {
  await sendChatMessage(t, writer, room, '먼저 온 말');
  const { sent } = await t.db.transaction(async (tx) => {
    await tx.execute(`delete from push_due where member_id = ${me.id}`);
    const sent = sendChatMessage(t, writer, room, '그 사이에 온 말');
    await expect.poll(() => countWaiting(t)).toBe(1);
    return { sent };
  });
  await sent;
  await deliver(t);
  expect(browser.received.map(({ body }) => body)).toEqual(['그 사이에 온 말']);
});
