import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addJob } from '../../domain/jobs/queue.repo.ts';
import {
  createChatRoom,
  joinLectureChat,
  sendChatMessage,
  uploadChatPicture,
} from '../../testing/factories/chat.ts';
import { createThread, writeComment } from '../../testing/factories/comments.ts';
import { createBlock } from '../../testing/factories/friends.ts';
import { createNotification } from '../../testing/factories/notifications.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import {
  startPushService,
  type TestBrowser,
  type TestPushService,
} from '../../testing/push-service.ts';
import { createSecondServer } from '../../testing/second-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { makePicture } from '../uploads/pictures.fixture.ts';
import { deliver, nextTry, sendPlanned, subscribe } from './push.fixture.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

let service: TestPushService;
let t: TestApp;
let writer: SignedIn;
/** Signed in and subscribed again for each test. */
let me: SignedIn;
let browser: TestBrowser;
beforeAll(async () => {
  service = await startPushService();
  t = await createTestApp({ env: { PUSH_SERVICES: 'http://127.0.0.1' }, asServer: true });
  writer = await t.signIn('STUDENT');
});
beforeEach(async () => {
  writer = await t.signInAs(writer);
  me = await t.signIn('STUDENT');
  browser = service.subscribe();
  await subscribe(t, me, browser);
});
afterAll(async () => {
  await t.close();
  await service.close();
});

const choose = (body: object) => t.call('PUT', '/api/push/choices', { as: me, body });
const devices = async () =>
  (await t.db.execute(sql`select id from push_devices where member_id = ${me.id}`)).rows.length;
const comment = async (postId: number, content = '바람이 셉니다') => {
  t.clock.advance(1);
  return writeComment(t, writer, postId, { content });
};

describe('/api/push', () => {
  it('refuses addresses of no push service and keys that are none [PUSH-02]', async () => {
    const { keys } = browser.subscription;
    const send = (body: object) => t.call('PUT', '/api/push/device', { as: me, body });
    for (const endpoint of [
      'https://internal.example/send',
      'https://fcm.googleapis.com/send',
      'nonsense',
    ]) {
      expect((await send({ endpoint, keys })).json.error).toBe('VALIDATION_FAILED');
    }
    const noPoint = { ...keys, p256dh: 'B'.repeat(87) };
    const { endpoint } = service.subscribe().subscription;
    expect((await send({ endpoint, keys: noPoint })).status).toBe(400);
    expect((await send({ endpoint, keys: { ...keys, auth: 'short' } })).status).toBe(400);
    expect(await devices()).toBe(1);
  });

  it.each([
    ['http:', 'http:/'],
    ['http:', 'ht\ttp:'],
    ['http://', ' HTTP:\\\\'],
  ])('stores an address as the server will ask for it: %j as %j [PUSH-02]', async (from, to) => {
    const other = service.subscribe();
    const { endpoint, keys } = other.subscription;
    const body = { endpoint: endpoint.replace(from, to), keys };
    expect((await t.call('PUT', '/api/push/device', { as: me, body })).status).toBe(200);
    await comment(await createThread(t, me));
    await deliver(t);
    expect(other.received).toHaveLength(1);
  });

  it('returns the key and whether the session has a device, until it wants none [PUSH-01]', async () => {
    const state = async (as: SignedIn) => (await t.call('GET', '/api/push', { as })).json;
    const { publicKey } = await state(me);
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    expect(await state(me)).toMatchObject({ subscribed: true });
    expect(await state(await t.signInAs(me))).toMatchObject({ subscribed: false, publicKey });
    await t.call('DELETE', '/api/push/device', { as: me });
    expect(await state(me)).toMatchObject({ subscribed: false });
  });

  it('stores what is chosen, and refuses wrong times [PUSH-05]', async () => {
    expect((await choose({ quiet: { from: '23:00', to: '23:00' } })).status).toBe(400);
    expect((await choose({ quiet: { from: '24:00', to: '07:00' } })).status).toBe(400);
    const { json } = await choose({ kinds: { like: true }, quiet: { from: '23:00', to: '07:30' } });
    expect(json.choices).toMatchObject({
      kinds: { like: true, comment: true },
      preview: true,
      quiet: { from: '23:00', to: '07:30' },
    });
    const again = await choose({ quiet: null, preview: false });
    expect(again.json.choices).toMatchObject({
      kinds: { like: true },
      preview: false,
      quiet: null,
    });
  });
});

describe('a message to a device', () => {
  it('says what happened, encrypted and signed, once [PUSH-03]', async () => {
    const postId = await createThread(t, me);
    await comment(postId);
    await deliver(t);
    await deliver(t);
    expect(browser.received).toHaveLength(1);
    const [push] = browser.received;
    expect(push).toMatchObject({ title: '새 댓글', renotify: true, unread: 1 });
    expect(push?.body).toContain("'등대 아래에서' 글에");
    expect(push?.body).toContain('바람이 셉니다');
    expect(push?.url).toMatch(new RegExp(`/post/${postId}#comment-\\d+$`));
    expect(push?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', topic: push?.tag });
    expect(push?.claims.sub).toMatch(/^mailto:/);
    expect(push?.serverKey).toBe((await t.call('GET', '/api/push', { as: me })).json.publicKey);
  });

  it('is not sent for what was read, muted or not wanted here [PUSH-05]', async () => {
    const postId = await createThread(t, me);
    await comment(postId);
    await t.call('POST', `/api/notice/read-post/${postId}`, { as: me });
    await t.call('POST', `/api/post/${postId}/like`, { as: writer });
    await choose({ kinds: { comment: false } });
    await comment(postId);
    await deliver(t);
    expect(browser.received).toEqual([]);
    const { rows } = await t.db.execute(sql`select id from push_due where member_id = ${me.id}`);
    expect(rows).toEqual([]);
  });

  it('comes twice for thirty comments, the second time without a sound [PUSH-06]', async () => {
    const postId = await createThread(t, me);
    for (let count = 0; count < 30; count += 1) {
      await comment(postId);
      if (count % 10 === 3) await deliver(t);
    }
    t.clock.advance(11 * MINUTE);
    await deliver(t);
    expect(browser.received.map(({ title }) => title)).toEqual(['새 댓글 4개', '새 댓글 30개']);
    const [first, second] = browser.received;
    expect(second).toMatchObject({ tag: first?.tag, renotify: false, unread: 1 });
  });

  it('has the number of comments that came while it was put together [PUSH-06]', async () => {
    const postId = await createThread(t, me);
    await comment(postId);
    const show = await t.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(7203014, ${me.id}::integer)`);
      const running = t.services.push.tasks.push({ memberId: me.id });
      await vi.waitUntil(async () => (await countWaiting(t)) === 1);
      await comment(postId, '파도도 칩니다');
      return [running];
    });
    await Promise.all(show);
    await sendPlanned(t);
    expect(browser.received).toMatchObject([
      { title: '새 댓글 2개', body: expect.stringContaining('파도도 칩니다') },
    ]);
  });

  it('is one for many threads at once [PUSH-06]', async () => {
    for (let count = 0; count < 5; count += 1) await comment(await createThread(t, me));
    await deliver(t);
    expect(browser.received).toMatchObject([{ title: '새 알림', url: '/main', unread: 5 }]);
  });

  it('waits for the end of quiet hours, unless the account is in danger [PUSH-07]', async () => {
    // 23:10 in Seoul.
    t.clock.set(new Date('2026-12-01T14:10:00Z'));
    me = await t.signInAs(me);
    writer = await t.signInAs(writer);
    await subscribe(t, me, browser);
    await choose({ quiet: { from: '23:00', to: '07:00' } });
    await comment(await createThread(t, me));
    await createNotification(t, me, { subType: 'new-device', content: '새 기기에서 로그인' });
    await deliver(t);
    expect(browser.received).toMatchObject([{ body: '새 기기에서 로그인' }]);
    expect(browser.received[0]?.headers.urgency).toBe('high');
    t.clock.set(new Date('2026-12-01T21:59:00Z'));
    await deliver(t);
    expect(browser.received).toHaveLength(1);
    t.clock.set(new Date('2026-12-01T22:00:00Z'));
    await deliver(t);
    expect(browser.received[1]).toMatchObject({ title: '새 댓글' });
  });

  it('has no word of a secret post, not even in what is stored [PUSH-08] [ANON-21]', async () => {
    const postId = await createThread(t, me, 'SECRET');
    await comment(postId, '아무도 모르는 말');
    await t.services.notifications.sendNotifications();
    await t.services.push.sweep();
    const { rows } = await t.db.execute(
      sql`select encode(message, 'escape') as text from push_messages`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('title');
    await sendPlanned(t);
    const [push] = browser.received;
    expect(push).toMatchObject({ title: '새 알림', body: '눌러서 확인해 주세요.' });
    const text = JSON.stringify({ ...push, url: '' });
    for (const word of ['등대', '아무도', '댓글', '비밀', String(postId)]) {
      expect(text).not.toContain(word);
    }
  });

  it('says only that there is one without a preview [PUSH-08]', async () => {
    await choose({ preview: false });
    await comment(await createThread(t, me));
    const room = await createChatRoom(t, me, writer);
    await sendChatMessage(t, writer, room, '내일 만나요');
    await deliver(t);
    expect(browser.received.map(({ title, body }) => [title, body]).sort()).toEqual([
      ['새 댓글', '눌러서 확인해 주세요.'],
      ['새 메시지', '눌러서 확인해 주세요.'],
    ]);
  });

  it('notifies of chat messages that are not read yet [PUSH-09]', async () => {
    const room = await createChatRoom(t, me, writer);
    await sendChatMessage(t, writer, room, '안녕하세요');
    await sendChatMessage(t, writer, room, '내일 만나요');
    await deliver(t);
    expect(browser.received).toMatchObject([
      {
        title: `${writer.nickname}님 2개`,
        body: '내일 만나요',
        url: `/chat-mail?room=${room}`,
        unread: 2,
      },
    ]);
    await sendChatMessage(t, me, room, '네');
    await sendChatMessage(t, writer, room, '그럼 이만');
    await t.call('PUT', `/api/mail/read-room/${room}`, { as: me });
    t.clock.advance(2 * MINUTE);
    await deliver(t);
    expect(browser.received).toHaveLength(1);
  });

  it('is due once for each member of a room, not for who blocks the sender [CHAT-101, PUSH-09]', async () => {
    const { roomId } = await joinLectureChat(t, [me, writer]);
    const due = async () =>
      (await t.database.pool.query('select from push_due where room_id = $1', [roomId])).rowCount;
    for (const text of ['하나', '둘']) await sendChatMessage(t, writer, roomId, text);
    expect(await due()).toBe(1);
    await t.database.pool.query('delete from push_due');
    await createBlock(t.db, me, writer);
    await sendChatMessage(t, writer, roomId, '셋');
    expect(await due()).toBe(0);
  });

  it('is dropped on its way when its words are recalled [PUSH-09]', async () => {
    const room = await createChatRoom(t, me, writer);
    const { id } = await sendChatMessage(t, writer, room, '잘못 보냄');
    await t.services.push.sweep();
    await t.call('DELETE', `/api/mail/messages/${room}/${id}`, { as: writer });
    await sendPlanned(t);
    expect(browser.received).toEqual([]);
    expect((await t.db.execute(sql`select id from push_messages`)).rows).toEqual([]);
  });

  it('names a picture, and has no recalled message [PUSH-09]', async () => {
    const room = await createChatRoom(t, me, writer);
    await sendChatMessage(t, writer, room, '내일 만나요');
    const { id } = await sendChatMessage(t, writer, room, '잘못 보냄');
    await t.call('DELETE', `/api/mail/messages/${room}/${id}`, { as: writer });
    await deliver(t);
    const pictureKey = await uploadChatPicture(t, writer, await makePicture('png', 6, 4));
    t.clock.advance(2 * MINUTE);
    const body = { pictureKey, clientId: null };
    await t.call('POST', `/api/mail/send-picture/${room}`, { as: writer, body });
    await deliver(t);
    expect(browser.received.map(({ title, body }) => [title, body])).toEqual([
      [`${writer.nickname}님`, '내일 만나요'],
      [`${writer.nickname}님 2개`, '사진'],
    ]);
  });
});

describe('a device', () => {
  it('is deleted with its session [PUSH-04]', async () => {
    await t.call('POST', '/api/member/logout', { as: me });
    expect(await devices()).toBe(0);
    await comment(await createThread(t, me));
    await deliver(t);
    expect(browser.received).toEqual([]);
    const { rows } = await t.db.execute(sql`select id from push_due where member_id = ${me.id}`);
    expect(rows).toEqual([]);
  });

  it('is deleted with a suspension and with a session that expires [PUSH-04]', async () => {
    const admin = await t.signIn('ADMIN');
    const body = { until: '2030-01-01', reason: '시험입니다' };
    await t.call('POST', `/api/admin/members/${me.id}/suspend`, { as: admin, body });
    expect(await devices()).toBe(0);
    me = await t.signIn('STUDENT');
    await subscribe(t, me, service.subscribe());
    await t.db.execute(
      sql`update sessions set expires_at = ${t.clock.now()}::timestamptz where member_id = ${me.id}`,
    );
    await t.services.push.sweep();
    expect(await devices()).toBe(0);
  });

  it('belongs to the last session of its browser, and a session to its last browser [PUSH-04]', async () => {
    const other = await t.signIn('STUDENT');
    await subscribe(t, other, browser);
    expect(await devices()).toBe(0);
    const next = service.subscribe();
    await subscribe(t, me, next);
    await subscribe(t, me, service.subscribe());
    expect(await devices()).toBe(1);
  });

  it('is stored without its address [PUSH-02]', async () => {
    const { rows } = await t.db.execute(
      sql`select *, encode(subscription, 'escape') as text from push_devices`,
    );
    expect(JSON.stringify(rows)).not.toContain(service.origin);
    expect(JSON.stringify(rows)).not.toContain('/send/');
  });

  it('is deleted when its service does not know it any more [PUSH-10]', async () => {
    browser.responses.push({ status: 410 });
    await comment(await createThread(t, me));
    await deliver(t);
    expect(await devices()).toBe(0);
    const { rows } = await t.db.execute(sql`select id from push_messages`);
    expect(rows).toEqual([]);
  });

  it('gets nothing, and is not tried again, when nothing can be addressed to it [PUSH-10]', async () => {
    const { endpoint, keys } = browser.subscription;
    const stored = t.seal.sealText(
      JSON.stringify({ endpoint: endpoint.replace('http:', 'http:/'), keys }),
    );
    await t.db.execute(
      sql`update push_devices set subscription = ${stored} where member_id = ${me.id}`,
    );
    await comment(await createThread(t, me));
    await deliver(t);
    const { rows } = await t.db.execute(sql`select id from push_messages`);
    expect(rows).toEqual([]);
    expect(browser.received).toEqual([]);
  });

  it('is tried again when its service is busy, as late as it asks for [PUSH-10]', async () => {
    browser.responses.push({ status: 429, headers: { 'retry-after': '120' } }, { status: 503 });
    await comment(await createThread(t, me));
    await deliver(t);
    expect(await nextTry(t)).toBe(120);
    await sendPlanned(t, t.services, 2);
    expect(await nextTry(t)).toBe(MINUTE);
    await sendPlanned(t, t.services, 3);
    expect(browser.received).toHaveLength(1);
    browser.responses.push({ status: 503 });
    await comment(await createThread(t, me));
    await deliver(t);
    t.clock.advance(24 * HOUR);
    await sendPlanned(t, t.services, 2);
    expect(browser.received).toHaveLength(1);
  });

  it('is sent once by two servers that look at the same time [PUSH-11]', async () => {
    const second = await createSecondServer(t, { env: { PUSH_SERVICES: 'http://127.0.0.1' } });
    try {
      await comment(await createThread(t, me));
      await Promise.all([t.services.push.sweep(), second.services.push.sweep()]);
      await sendPlanned(t, second.services);
      expect(browser.received).toHaveLength(1);
    } finally {
      await second.close();
    }
  });
});

describe('the jobs', () => {
  it('are added with what is due, one for several at once [PUSH-03]', async () => {
    const jobs = async () => {
      const { rows } = await t.db.execute(sql`select id from graphile_worker.jobs
        where task_identifier = 'push' and id in (select id from graphile_worker._private_jobs
          where payload ->> 'memberId' = ${String(me.id)})`);
      return rows.length;
    };
    await t.db.execute(sql`insert into notifications (member_id, type, content, target_url, created_at)
      select ${me.id}, 'comment', '댓글 ' || n, '/main/community/free/post/7', ${t.clock.now()}::timestamptz
      from generate_series(1, 2) n`);
    expect(await jobs()).toBe(1);
    await t.services.push.tasks.push({ memberId: me.id });
    await sendPlanned(t);
    expect(browser.received).toMatchObject([{ title: '새 댓글 2개' }]);
  });

  it('wait for all others, such as codes by e-mail [PUSH-15]', async () => {
    await t.db.execute(sql`delete from graphile_worker._private_jobs`);
    await comment(await createThread(t, me));
    await t.services.push.tasks.push({ memberId: me.id });
    await addJob(t.db, 'email', { id: 1, attempt: 1 });
    const { rows } = await t.db.execute<{ task: string }>(sql`
      select task_identifier as task from graphile_worker.jobs order by priority, id`);
    expect(rows.map(({ task }) => task)).toEqual(['email', 'push', 'push-about']);
    await t.db.execute(sql`delete from graphile_worker._private_jobs`);
  });
});
