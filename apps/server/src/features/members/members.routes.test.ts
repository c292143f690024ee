import { ROLES } from '@naru/contract/roles';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createThread, deleteThread, writeComment } from '../../testing/factories/comments.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

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
