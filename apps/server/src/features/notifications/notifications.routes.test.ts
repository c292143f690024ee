import { LIMITS } from '@naru/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createMember, TEST_PASSWORD } from '../../testing/factories/members.ts';
import { createNotification, readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const SIGNS = ['0', '-1', '1.5', '1e3', '01', 'abc', '1,2', '%00', '9007199254740993'];

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const list = (as: SignedIn, query = '') => t.call('GET', `/api/member/my-notices${query}`, { as });
const readAll = (as: SignedIn, noticeIds: unknown) =>
  t.call('POST', '/api/notice/read-all', { as, body: { noticeIds } });
const unreadOf = async (member: SignedIn) =>
  (await readNotifications(t, member)).filter(({ readAt }) => readAt === null).map(({ id }) => id);

describe('GET /api/member/my-notices', () => {
  it('refuses callers without a token', async () => {
    expect((await t.call('GET', '/api/member/my-notices')).status).toBe(401);
  });

  it('returns the own unread ones, newest first, whatever id the request names [ROLE-23, NOTIF-03]', async () => {
    const [member, other] = [await t.signIn(), await t.signIn()];
    const first = await createNotification(t, member);
    const read = await createNotification(t, member, { readAt: t.clock.now() });
    t.clock.advance(5);
    const second = await createNotification(t, member);
    await createNotification(t, other);
    const { json } = await list(member, `?memberId=${other.id}&userId=${other.id}`);
    expect(json.notices.map(({ id }: { id: number }) => id)).toEqual([second, first]);
    expect(json.unreadCount).toBe(2);
    const all = await list(member, '?all=true');
    expect(all.json.notices.map(({ id }: { id: number }) => id).sort()).toEqual(
      [first, read, second].sort(),
    );
    expect(all.json.unreadCount).toBe(2);
  });

  it('returns the newest 50 and counts all', async () => {
    const member = await t.signIn();
    for (let n = 0; n < 60; n += 1) await createNotification(t, member);
    const { json } = await list(member, '?all=true');
    expect(json.notices).toHaveLength(LIMITS.notificationPageSize);
    expect(json.unreadCount).toBe(60);
  });

  it('matches the unread count of GET /member/me', async () => {
    const member = await t.signIn();
    await createNotification(t, member);
    const { json } = await t.call('GET', '/api/member/me', { as: member });
    expect(json.meDto.newNoticeCount).toBe(1);
  });
});

describe('POST /api/notice/read/:id', () => {
  it.each(SIGNS)('refuses the id %s', async (id) => {
    const member = await t.signIn();
    const { status } = await t.call('POST', `/api/notice/read/${id}`, { as: member });
    expect(status).toBe(400);
  });

  it('returns 404 for those of others, which stay unread, as for missing ones [NOTIF-05]', async () => {
    const [member, other] = [await t.signIn(), await t.signIn('ADMIN')];
    const id = await createNotification(t, member);
    const foreign = await t.call('POST', `/api/notice/read/${id}`, { as: other });
    const missing = await t.call('POST', '/api/notice/read/999999999', { as: other });
    expect([foreign.status, foreign.json.error]).toEqual([404, 'NOTICE_NOT_FOUND']);
    expect({ ...foreign.json, requestId: '' }).toEqual({ ...missing.json, requestId: '' });
    expect(await unreadOf(member)).toEqual([id]);
  });

  it('marks one; idempotent', async () => {
    const member = await t.signIn();
    const [id, remaining] = [
      await createNotification(t, member),
      await createNotification(t, member),
    ];
    for (const _ of [1, 2]) {
      const { status, json } = await t.call('POST', `/api/notice/read/${id}`, { as: member });
      expect([status, json.unreadCount]).toEqual([200, 1]);
    }
    expect(await unreadOf(member)).toEqual([remaining]);
  });
});

describe('POST /api/notice/read-all', () => {
  it('refuses too many and malformed ids [NOTIF-06]', async () => {
    const member = await t.signIn();
    const many = Array.from({ length: 10_001 }, (_, index) => index + 1);
    for (const ids of [many, ['1'], [0], [1.5], null, 'all']) {
      expect((await readAll(member, ids)).status).toBe(400);
    }
  });

  it('marks the own ones and keeps those of others [NOTIF-06]', async () => {
    const [member, other] = [await t.signIn(), await t.signIn()];
    const [own, remaining] = [
      await createNotification(t, member),
      await createNotification(t, member),
    ];
    const foreign = await createNotification(t, other);
    const { status, json } = await readAll(member, [own, foreign, 999_999_999]);
    expect([status, json.unreadCount]).toEqual([200, 1]);
    expect(await unreadOf(member)).toEqual([remaining]);
    expect(await unreadOf(other)).toEqual([foreign]);
  });

  it('marks all with an empty list [NOTIF-04]', async () => {
    const [member, other] = [await t.signIn(), await t.signIn()];
    for (const one of [member, member, other]) await createNotification(t, one);
    expect((await readAll(member, [])).json.unreadCount).toBe(0);
    expect(await unreadOf(other)).toHaveLength(1);
  });

  it('keeps notifications unread that arrive during 50 parallel calls [NOTIF-10]', async () => {
    const [member, actor] = [await t.signIn(), await t.signIn()];
    const id = await createPost(t, member);
    const post = { id, boardType: 'FREE', lectureId: null, title: '제목' } as const;
    for (let n = 0; n < 5; n += 1) await createNotification(t, member);
    const early = await unreadOf(member);
    const notify = (n: number) =>
      t.services.live.transaction((tx, emit) =>
        t.services.notifications.notify(tx, emit, {
          kind: 'answerAccepted',
          facts: { post, commentId: n },
          to: [member.id],
          actorId: actor.id,
        }),
      );
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? notify(n) : readAll(member, early))),
    );
    expect(await unreadOf(member)).toHaveLength(25);
    const { json } = await list(member);
    expect(json.unreadCount).toBe(25);
  });
});

describe('POST /api/notice/read-post/:id', () => {
  const readOf = (as: SignedIn, postId: number) =>
    t.call('POST', `/api/notice/read-post/${postId}`, { as });

  it.each(['FREE', 'SECRET'] as const)(
    'marks the own ones about a post on %s, on every device [NOTIF-51]',
    async (boardType) => {
      const [author, reader] = [await t.signIn(), await t.signIn()];
      const [opened, other] = [
        await createPost(t, author, { boardType }),
        await createPost(t, author, { boardType, title: '다른 글' }),
      ];
      for (const postId of [opened, other]) {
        t.clock.advance(2);
        await writeComment(t, reader, postId);
        await t.call('POST', `/api/post/${postId}/like`, { as: reader });
      }
      await t.services.events.drain();
      expect(await unreadOf(author)).toHaveLength(4);
      await t.services.live.place(author.id);
      const place = await t.services.live.place(author.id);
      expect((await readOf(reader, opened)).json.unreadCount).toBe(0);
      expect((await readOf(author, opened)).json.unreadCount).toBe(2);
      expect((await readOf(author, opened)).json.unreadCount).toBe(2);
      expect(await t.services.live.place(author.id)).toBe(place + 1);
    },
  );
});

describe('security notifications', () => {
  const login = (username: string, cookies?: Record<string, string>) =>
    t.call('POST', '/api/member/login', {
      body: { username, password: TEST_PASSWORD },
      ...(cookies && { cookies }),
    });
  const kinds = async (member: SignedIn) => {
    await t.services.events.drain();
    return (await readNotifications(t, member)).map(({ subType }) => subType);
  };

  it('report a login on a new device, but not on a known one [AUTH-22]', async () => {
    const member = await t.signIn();
    const first = await login(member.username);
    const cookies = Object.fromEntries(first.cookies.map(({ name, value }) => [name, value]));
    expect(await kinds(member)).toEqual(['new-device']);
    expect((await login(member.username, cookies)).status).toBe(200);
    expect(await kinds(member)).toEqual(['new-device']);
  });

  it('are silent about the very first login [AUTH-22]', async () => {
    const member = await createMember(t.db, 'STUDENT');
    expect((await login(member.username)).status).toBe(200);
    await t.services.events.drain();
    expect(await readNotifications(t, member)).toEqual([]);
    expect((await login(member.username)).status).toBe(200);
    await t.services.events.drain();
    expect(await readNotifications(t, member)).toMatchObject([{ subType: 'new-device' }]);
  });

  it('report a reused refresh token [SESS-05]', async () => {
    const member = await t.signIn();
    const refresh = () =>
      t.call('POST', '/api/auth/refresh', {
        body: { refreshToken: member.refreshToken },
        cookies: { naru_device: member.device },
      });
    expect((await refresh()).status).toBe(200);
    t.clock.advance(11);
    expect((await refresh()).status).toBe(401);
    expect(await kinds(member)).toEqual(['session-ended']);
  });

  it('link to a page of this site and name no member [NOTIF-08]', async () => {
    const member = await t.signIn();
    await login(member.username);
    await t.services.events.drain();
    const { json } = await list(await t.signInAs(member));
    expect(json.notices).toMatchObject([{ type: 'other', targetUrl: '/mypage/account' }]);
  });
});
