import { ROLES } from '@naru/contract/roles';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createThread, deleteThread, writeComment } from '../../testing/factories/comments.ts';
import { changePerson, createRequest } from '../../testing/factories/friends.ts';
import { readAudit } from '../../testing/factories/inquiries.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('the signed-in member', () => {
  describe('GET /member/me', () => {
    it('refuses without a token, with a malformed one and for an ended session [API-02]', async () => {
      expect((await t.call('GET', '/api/member/me')).json.error).toBe('UNAUTHORIZED');
      for (const authorization of ['Bearer x.y.z', 'Basic YTpi', 'Bearer ']) {
        const { status, json } = await t.call('GET', '/api/member/me', {
          headers: { authorization },
        });
        expect(status).toBe(401);
        expect(json.error).not.toBe('TOKEN_EXPIRED');
      }
    });

    it('asks for the first visit of those who join, on every device until it is over [MEMB-70]', async () => {
      const newcomer = await t.signIn('STUDENT');
      const isNew = async (as: SignedIn) =>
        (await t.call('GET', '/api/member/me', { as })).json.meDto.isNew;
      expect(await isNew(newcomer)).toBeUndefined();
      await t.db.execute(sql`update members set is_new = true where id = ${newcomer.id}`);
      const phone = await t.signInAs(newcomer);
      expect(await isNew(phone)).toBe(true);
      const ended = await t.call('PUT', '/api/member/first-visit', { as: newcomer, body: {} });
      expect([ended.status, ended.json]).toEqual([200, { isNew: false }]);
      expect(await isNew(phone)).toBeUndefined();
    });

    it('returns exactly the own fields, whatever id the request names [API-09, PRIV-15, MEMB-01]', async () => {
      const [me, other] = [await t.signIn('USER'), await t.signIn()];
      const { status, json, headers } = await t.call(
        'GET',
        `/api/member/me?id=${other.id}&username=${other.username}`,
        { as: me },
      );
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(json).toEqual({
        meDto: {
          id: me.id,
          username: me.username,
          name: me.name,
          nickname: me.nickname,
          nickName: me.nickname,
          email: me.email,
          intro: '',
          profileThumbnails: null,
          profileImageUrl: null,
          roles: ['USER'],
          emailPublic: false,
          joinedAt: expect.stringMatching(/\+09:00$/),
          reauthUntil: null,
          favoriteBoards: [],
          postCount: 0,
          commentCount: 0,
          newNoticeCount: 0,
          newMailCount: 0,
          mustReadCount: 0,
          friendRequestCount: 0,
          liveSeq: 0,
        },
      });
    });

    it('lists favorite boards in the order they were added [BOARD-06]', async () => {
      const me = await t.signIn();
      for (const [minute, board] of ['SECRET', 'FREE', 'MARKET'].entries()) {
        const at = new Date(t.clock.now().getTime() + minute * 60_000);
        await t.db.execute(
          sql`insert into board_favorites (member_id, board_type, created_at)
          values (${me.id}, ${board}, ${at})`,
        );
      }
      const { json } = await t.call('GET', '/api/member/me', { as: me });
      expect(json.meDto.favoriteBoards).toEqual(['SECRET', 'FREE', 'MARKET']);
    });

    it('counts own posts, also anonymous ones, but not deleted ones', async () => {
      const me = await t.signIn();
      const seal = t.seal.seal(me.id);
      const now = t.clock.now();
      const insert = (author: ReturnType<typeof sql>, deletedAt: Date | null) =>
        t.db.execute(
          sql`insert into posts (board_type, author_id, author_seal, title, content, content_text, deleted_at)
          values ('FREE', ${author}, '제목', '<p>글</p>', '글', ${deletedAt})`,
        );
      await insert(sql`${me.id}, null`, null);
      await insert(sql`${me.id}, null`, now);
      await insert(sql`null, ${seal}`, null);
      const { json } = await t.call('GET', '/api/member/me', { as: me });
      expect(json.meDto).toMatchObject({ postCount: 2, commentCount: 0 });
    });
  });

  describe('the number of own comments', () => {
    it('excludes comments below a deleted post, like the list of own comments', async () => {
      const me = await t.signIn();
      const [remaining, gone] = [await createThread(t, me), await createThread(t, me, 'SECRET')];
      for (const postId of [remaining, remaining, gone]) await writeComment(t, me, postId);
      const numbers = async () => [
        (await t.call('GET', '/api/member/me', { as: me })).json.meDto.commentCount,
        (await t.call('GET', '/api/post/my-comments', { as: me })).json.totalElements,
      ];
      expect(await numbers()).toEqual([3, 3]);
      await deleteThread(t, gone);
      expect(await numbers()).toEqual([2, 2]);
    });
  });

  describe('GET /member/my-roles', () => {
    it('refuses without a token', async () => {
      expect((await t.call('GET', '/api/member/my-roles')).status).toBe(401);
    });

    it.each(ROLES)('returns the roles of a %s, lowest first', async (role) => {
      const me = await t.signIn(role);
      const { json } = await t.call('GET', '/api/member/my-roles', { as: me });
      expect(json).toEqual({ roles: role === 'USER' ? ['USER'] : ['USER', role] });
    });

    it('reads roles at every request [SESS-25, SESS-26, SESS-28]', async () => {
      const me = await t.signIn('STUDENT');
      await t.db.execute(
        sql`delete from member_roles where member_id = ${me.id} and role = 'STUDENT'`,
      );
      const revoked = await t.call('GET', '/api/member/my-roles', { as: me });
      expect(revoked.json.roles).toEqual(['USER']);
      await t.db.execute(
        sql`insert into member_roles (member_id, role) values (${me.id}, 'MANAGER')`,
      );
      const granted = await t.call('GET', '/api/member/me', { as: me });
      expect(granted.json.meDto.roles).toEqual(['USER', 'MANAGER']);
    });
  });
});

describe('GET /member/summary/:id', () => {
  let me: SignedIn;
  let other: SignedIn;
  beforeEach(async () => {
    [me, other] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  });

  const card = (as: SignedIn, id: number | string) =>
    t.call('GET', `/api/member/summary/${id}`, { as });

  it('refuses a caller without a token', async () => {
    expect((await t.call('GET', `/api/member/summary/${other.id}`)).status).toBe(401);
  });

  it.each([
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
    '7'.repeat(500),
  ])('returns 400 for the id %s [API-15]', async (id) => {
    expect((await card(me, id)).status).toBe(400);
  });

  it('records that an ADMIN has seen an address its owner hides, and nothing else [AUDIT-01]', async () => {
    const admin = await t.signIn('ADMIN');
    const entries = async () =>
      (await readAudit(t, other.id)).filter(({ action }) => action === 'member.read-email');
    expect((await card(admin, other.id)).json.email).toBe(other.email);
    expect(await entries()).toEqual([
      expect.objectContaining({ actorId: admin.id, targetType: 'member', targetId: other.id }),
    ]);
    expect((await card(me, other.id)).json.email).toBeNull();
    await card(admin, admin.id);
    await changePerson(t.db, other, { emailPublic: true });
    expect((await card(admin, other.id)).json.email).toBe(other.email);
    expect(await entries()).toHaveLength(1);
    expect(JSON.stringify(await readAudit(t, other.id))).not.toContain(other.email);
  });

  it('does not reveal that a member is suspended [MEMB-18]', async () => {
    const before = await card(me, other.id);
    await changePerson(t.db, other, { suspendedUntil: new Date('2999-01-01') });
    expect((await card(me, other.id)).text).toBe(before.text);
  });

  it('returns 404 for missing and withdrawn members alike [MEMB-18]', async () => {
    await changePerson(t.db, other, { withdrawnAt: t.clock.now() });
    for (const id of [other.id, 2 ** 31, 9_007_199_254_740_991]) {
      const { status, json, text } = await card(me, id);
      expect([status, json.error]).toEqual([404, 'MEMBER_UNKNOWN']);
      expect(text).not.toContain(other.nickname);
    }
  });

  it('returns exactly the card, without student number and real name [PRIV-03, API-09]', async () => {
    await changePerson(t.db, other, { intro: '바다를 봅니다', profileImageUrl: '/files/a.webp' });
    const { status, json, text } = await card(me, other.id);
    expect(status).toBe(200);
    expect(json).toEqual({
      id: other.id,
      nickname: other.nickname,
      nickName: other.nickname,
      email: null,
      roles: ['USER', 'STUDENT'],
      intro: '바다를 봅니다',
      profileThumbnails: '/files/a.webp',
      isFriend: false,
      friendStatus: 'none',
      isMe: false,
      isBlocked: false,
    });
    for (const secret of [other.username, other.name, other.email]) {
      expect(text).not.toContain(secret);
    }
  });

  it('shows a public address, and a private one to its owner and to ADMIN [MEMB-10]', async () => {
    expect((await card(me, me.id)).json).toMatchObject({ email: me.email, isMe: true });
    expect((await card(await t.signIn('MANAGER'), other.id)).json.email).toBeNull();
    expect((await card(await t.signIn('ADMIN'), other.id)).json.email).toBe(other.email);
    await changePerson(t.db, other, { emailPublic: true });
    expect((await card(me, other.id)).json.email).toBe(other.email);
  });

  it('returns the status between the two members [MEMB-11]', async () => {
    await createRequest(t.db, me, other);
    expect((await card(me, other.id)).json).toMatchObject({
      friendStatus: 'sent',
      isFriend: false,
    });
    expect((await card(other, me.id)).json.friendStatus).toBe('received');
    await t.call('POST', '/api/friend/accept-friend', { as: other, body: { idToAccept: me.id } });
    expect((await card(me, other.id)).json).toMatchObject({
      friendStatus: 'friend',
      isFriend: true,
    });
  });

  it('returns 429 for the 301st member in an hour and logs it [PRIV-16]', async () => {
    for (const id of [1_000_001, 1_000_002]) expect((await card(me, id)).status).toBe(404);
    const counted = await t.db.execute(
      sql`update throttles set count = 299 where key = ${`cards:${me.id}`} and count = 2`,
    );
    expect(counted.rowCount).toBe(1);
    for (const id of [1_000_003, 1_000_001]) expect((await card(me, id)).status).toBe(404);
    expect((await card(me, me.id)).status).toBe(200);
    const { status, json, headers } = await card(me, other.id);
    expect([status, json.error]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const events = t.logs
      .map((line) => JSON.parse(line))
      .filter((line) => line.event !== undefined);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'cards throttled', memberId: me.id, msg: 'security event' }),
    );
    expect((await card(other, me.id)).status).toBe(200);
    t.clock.advance(60 * 60);
    me = await t.signInAs(me);
    expect((await card(me, other.id)).status).toBe(200);
  });
});
