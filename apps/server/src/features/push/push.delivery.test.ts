import { TEXTS } from '@naru/contract/texts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addSeconds, toKst } from '../../platform/clock.ts';
import { pushes } from '../../platform/metrics/counters.ts';
import { createChatRoom, sendChatMessage } from '../../testing/factories/chat.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { pairsOf } from '../../testing/pairs.ts';
import {
  startPushService,
  type TestBrowser,
  type TestPushService,
} from '../../testing/push-service.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { deliver, sendPlanned, subscribe } from './push.fixture.ts';

describe('messages of chats', () => {
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
});

describe('a push whose first try failed', () => {
  let service: TestPushService;
  let t: TestApp;
  let writer: SignedIn;
  let me: SignedIn;
  let admin: SignedIn;
  let browser: TestBrowser;
  beforeAll(async () => {
    service = await startPushService();
    t = await createTestApp({ env: { PUSH_SERVICES: 'http://127.0.0.1' }, asServer: true });
    admin = await t.signIn('ADMIN');
  });
  beforeEach(async () => {
    [writer, me] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
    admin = await t.signInAs(admin);
    browser = service.subscribe();
    await subscribe(t, me, browser);
  });
  afterAll(async () => {
    await t.close();
    await service.close();
  });

  const WORD = '지워질 말';
  /** Where the words are, and what the tries below change. */
  interface Cause {
    post: number;
    comment: number | null;
    room: number | null;
  }
  const write = (as: SignedIn, title: string, boardType = 'FREE' as const) =>
    createPost(t, as, { boardType, title, content: `<p>${title}</p>` });
  const must = async (call: Promise<{ status: number; text: string }>) => {
    const { status, text } = await call;
    if (status >= 300) throw new Error(text);
  };
  const comment = async (as: SignedIn, post: number, body: object) =>
    (await writeComment(t, as, post, body)).id as number;
  const befriend = (as: SignedIn, other: SignedIn) =>
    must(t.call('POST', '/api/friend/add-friend', { as, body: { id: other.id } }));
  /** Each kind of notification that names another member or has words of one, caused by `writer`. */
  const KINDS: Record<string, () => Promise<Cause>> = {
    comment: async () => {
      const post = await write(me, '내 글');
      return { post, comment: await comment(writer, post, { content: WORD }), room: null };
    },
    reply: async () => {
      const post = await write(admin, '남의 글');
      const parentId = await comment(me, post, { content: '내 댓글' });
      return {
        post,
        comment: await comment(writer, post, { content: WORD, parentId }),
        room: null,
      };
    },
    sendUnnumbered: async () => {
      const post = await write(admin, '남의 글');
      const content = `@${me.nickname} ${WORD}`;
      return { post, comment: await comment(writer, post, { content }), room: null };
    },
    'followed-post': async () => {
      const post = await write(admin, '남의 글');
      await must(t.call('PUT', `/api/post/${post}/follow`, { as: me, body: { follows: true } }));
      const cause = { post, comment: await comment(writer, post, { content: WORD }), room: null };
      await t.services.notifications.sendNotifications();
      return cause;
    },
    'followed-board': async () => {
      const body = { boardType: 'FREE', follows: true };
      await must(t.call('PUT', '/api/board/follow', { as: me, body }));
      const post = await write(writer, WORD);
      await t.services.notifications.sendNotifications();
      return { post, comment: null, room: null };
    },
    keyword: async () => {
      await must(t.call('POST', '/api/member/alert-words', { as: me, body: { word: WORD } }));
      const post = await write(writer, WORD);
      await t.services.notifications.sendNotifications();
      return { post, comment: null, room: null };
    },
    chat: async () => {
      const room = await createChatRoom(t, me, writer);
      await sendChatMessage(t, writer, room, WORD);
      return { post: 0, comment: null, room };
    },
    like: async () => {
      await must(t.call('PUT', '/api/push/choices', { as: me, body: { kinds: { like: true } } }));
      const post = await write(me, '내 글');
      await must(t.call('POST', `/api/post/${post}/like`, { as: writer }));
      return { post, comment: null, room: null };
    },
    'friend request': async () => {
      await befriend(writer, me);
      return { post: 0, comment: null, room: null };
    },
    'new friend': async () => {
      await befriend(me, writer);
      await befriend(writer, me);
      return { post: 0, comment: null, room: null };
    },
  };
  const WITHOUT_WORDS = ['like', 'friend request', 'new friend'];
  const WITH_WORDS = Object.keys(KINDS).filter((kind) => !WITHOUT_WORDS.includes(kind));
  const OF_CONTENT = WITH_WORDS.filter((kind) => kind !== 'chat');
  const hide = ({ post, comment: id }: Cause, column: 'deleted_at' | 'blinded_at') =>
    t.db.execute(
      id === null
        ? sql`update posts set ${sql.identifier(column)} = now() where id = ${post}`
        : sql`update comments set ${sql.identifier(column)} = now() where id = ${id}`,
    );
  /** What happens between the tries, after which nothing leaves. */
  const ENDS: Record<string, (cause: Cause) => Promise<unknown>> = {
    'its author deletes it': ({ post, comment: id }) =>
      must(t.call('DELETE', id ? `/api/comment/${id}` : `/api/post/${post}`, { as: writer })),
    'staff delete it': ({ post, comment: id }) => {
      const path = id ? `/api/comment/${id}` : `/api/post/${post}`;
      const reason = encodeURIComponent('규칙 위반');
      return must(t.call('DELETE', `${path}?reason=${reason}`, { as: admin }));
    },
    'it is blinded': (cause) => hide(cause, 'blinded_at'),
    'the whole post goes': ({ post }) =>
      t.db.execute(sql`update posts set deleted_at = now() where id = ${post}`),
  };
  const ENDS_OF_ALL: Record<string, (cause: Cause) => Promise<unknown>> = {
    'it is read on another device': async ({ room }) => {
      const as = await t.signInAs(me);
      await must(
        room === null
          ? t.call('POST', '/api/notice/read-all', { as, body: { noticeIds: [] } })
          : t.call('PUT', `/api/mail/read-room/${room}`, { as }),
      );
    },
    'its author is blocked': () =>
      must(t.call('POST', '/api/friend/block', { as: me, body: { id: writer.id } })),
    'its author is renamed and blocked': async () => {
      const nickname = `새이름${writer.id}`;
      await must(t.call('POST', '/api/member/set-nickname', { as: writer, body: { nickname } }));
      await must(t.call('POST', '/api/friend/block', { as: me, body: { id: writer.id } }));
    },
    'the device logs out': () => must(t.call('POST', '/api/member/logout', { as: me })),
    'the member is suspended': () =>
      t.db.execute(sql`update members set suspended_until = ${t.clock.now()}::timestamptz
      + interval '1 day' where id = ${me.id}`),
    'the member leaves': () =>
      t.db.execute(sql`update members set withdrawn_at = now() where id = ${me.id}`),
    'the kind is switched off': () =>
      must(
        t.call('PUT', '/api/push/choices', {
          as: me,
          body: {
            kinds: { comment: false, like: false, friend: false, other: false, chat: false },
          },
        }),
      ),
  };

  /** A first try that the service refuses for now. */
  async function fail(kind: string): Promise<Cause> {
    const cause = await (KINDS[kind] as () => Promise<Cause>)();
    browser.responses.push({ status: 503 });
    await deliver(t);
    expect(browser.received).toEqual([]);
    expect(await waiting()).toBe(1);
    return cause;
  }
  const waiting = async () =>
    Number(
      (
        await t.db.execute(sql`select count(*) from push_messages m join push_devices d
        on d.id = m.device_id where d.member_id = ${me.id}`)
      ).rows[0]?.count,
    );

  it.each(pairsOf(OF_CONTENT, Object.keys(ENDS)))(
    'about a %s does not leave when %s [PUSH-16]',
    async (kind, end) => {
      const cause = await fail(kind);
      await ENDS[end]?.(cause);
      await sendPlanned(t, t.services, 2);
      expect(browser.received).toEqual([]);
      expect(await waiting()).toBe(0);
    },
  );

  it.each(pairsOf(Object.keys(KINDS), Object.keys(ENDS_OF_ALL)))(
    'about a %s does not leave when %s [PUSH-16]',
    async (kind, end) => {
      const cause = await fail(kind);
      await ENDS_OF_ALL[end]?.(cause);
      await sendPlanned(t, t.services, 2);
      expect(browser.received).toEqual([]);
      expect(await waiting()).toBe(0);
    },
  );

  it.each(OF_CONTENT)('about a muted %s does not leave [PUSH-16]', async (kind) => {
    await fail(kind);
    const choices = { comment: false, other: false };
    for (const type of Object.keys(choices)) {
      await t.db.execute(sql`insert into notification_mutes values (${me.id}, ${type})`);
    }
    await sendPlanned(t, t.services, 2);
    expect(browser.received).toEqual([]);
  });

  it.each(WITH_WORDS)('about a %s leaves with the words of now [PUSH-16]', async (kind) => {
    const { post, comment: id, room } = await fail(kind);
    if (room !== null) await sendChatMessage(t, writer, room, '고친 말');
    else if (id !== null) {
      await t.db.execute(sql`update comments set content = '고친 말' where id = ${id}`);
    } else {
      await t.db.execute(sql`update posts set title = '고친 말', content_text = '고친 말'
        where id = ${post}`);
    }
    await sendPlanned(t, t.services, 2);
    expect(browser.received).toHaveLength(1);
    expect(browser.received[0]?.body).toContain('고친 말');
    expect(kind === 'keyword' ? '' : browser.received[0]?.body).not.toContain(WORD);
  });

  it('waits for the end of quiet hours that began meanwhile [PUSH-07, PUSH-16]', async () => {
    await fail('comment');
    const minuteIn = (minutes: number) =>
      toKst(addSeconds(t.clock.now(), minutes * 60)).slice(11, 16);
    const quiet = { from: minuteIn(-1), to: minuteIn(9) };
    await must(t.call('PUT', '/api/push/choices', { as: me, body: { quiet } }));
    await sendPlanned(t, t.services, 2);
    expect([browser.received.length, await waiting()]).toEqual([0, 1]);
    t.clock.advance(10 * 60);
    await sendPlanned(t, t.services, 2);
    expect(browser.received).toHaveLength(1);
  });

  it('is dropped for the log to see when an earlier release stored its words [PUSH-16]', async () => {
    await fail('comment');
    const old = { title: '새 댓글', body: WORD, tag: 'tag', renotify: true, isUrgent: true };
    await t.db.execute(
      sql`update push_messages set message = ${t.seal.sealText(JSON.stringify(old))}`,
    );
    const { rows } = await t.db.execute<{ id: string }>(sql`select id from push_messages`);
    pushes.reset();
    const job = { id: Number(rows[0]?.id), attempt: 1 };
    for (let n = 0; n < 2; n += 1) await t.services.push.tasks['push-message'](job);
    const counted = (await pushes.get()).values.map(({ labels, value }) => [labels.result, value]);
    expect(counted).toEqual([['old', 1]]);
    expect([browser.received.length, await waiting()]).toEqual([0, 0]);
  });

  it('stores no word of anybody while it waits [PUSH-16]', async () => {
    await fail('comment');
    const { rows } = await t.db.execute<{ message: Buffer }>(
      sql`select message from push_messages`,
    );
    expect(t.seal.openText(rows[0]?.message as Buffer)).not.toContain(WORD);
    await sendPlanned(t, t.services, 2);
  });
});
