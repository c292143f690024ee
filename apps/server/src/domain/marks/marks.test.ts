import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prove } from '../../features/account/account.fixture.ts';
import { countCommentLikes, writeComment } from '../../testing/factories/comments.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { changePost, countReactions, createPost, readPost } from '../../testing/factories/posts.ts';
import { clearThrottles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const DAY = 24 * 60 * 60;

let t: TestApp;
let author: SignedIn;
let me: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await clearThrottles(t);
  t.clock.advance(60);
  [author, me] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
});

const get = async (url: string, as = me) => (await t.call('GET', url, { as })).json;
async function react(what: string, id: number, as = me) {
  t.clock.advance(1);
  const { status, json } = await t.call('POST', `/api/post/${id}/${what}`, { as });
  expect(status).toBe(200);
  return json;
}
const secret = (as = author) => createPost(t, as, { boardType: 'SECRET' });
const follow = (id: number, follows = true, as = me) =>
  t.call('PUT', `/api/post/${id}/follow`, { as, body: { follows } });
const followed = async () => (await get('/api/member/follows')).posts.map(idOf);
const idOf = ({ id }: { id: number }) => id;
async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await t.db.execute<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
  );
  return rows[0]?.n ?? -1;
}
const seal = () => t.services.jobs.marks.run();
const countersOf = async (id: number) => (await readPost(t, id)).likeCount;
const faults = async () => {
  const { rows } = await t.db.execute<{ id: string }>(sql`select id from posts p where like_count <>
    (select count(*) from post_likes where post_id = p.id)
      + (select count(*) from sealed_post_likes where post_id = p.id)`);
  return rows;
};

describe('likes and scraps of anonymous posts [ANON-116]', () => {
  it.each([
    ['like', 'unlike', 'likes'],
    ['scrap', 'unScrap', 'scraps'],
  ])(
    'are listed with those of others by time, page by page, until they end: %s',
    async (...row) => {
      const [what, undo, name] = row;
      const ids: number[] = [];
      for (let n = 0; n < 7; n += 1) {
        const id = n % 2 === 0 ? await secret() : await createPost(t, author);
        ids.unshift(id);
        await react(what, id);
        await react(what, id);
      }
      const path = what === 'like' ? 'like' : 'scraps';
      const page = (n: number) => get(`/api/post/${path}?page=${n}&size=3`);
      const pages = [await page(0), await page(1), await page(2)];
      expect(pages.flatMap((one) => one[name].map(idOf))).toEqual(ids);
      expect(pages[0]).toMatchObject({ totalPages: 3, totalElements: 7 });
      expect((await get(`/api/post/${path}`, author)).totalElements).toBe(0);
      await react(undo, ids[0] ?? 0);
      await react(undo, ids[2] ?? 0);
      expect((await page(0))[name].map(idOf)).toEqual([ids[1], ids[3], ids[4]]);
      expect(await faults()).toEqual([]);
    },
  );

  it('are shown to their member alone, in the post and the thread', async () => {
    const id = await secret();
    const comment = await writeComment(t, author, id);
    const reply = await writeComment(t, author, id, { parentId: comment.id });
    await react('like', id);
    await react('scrap', id);
    for (const one of [comment, reply])
      await t.call('POST', `/api/comment/${one.id}/like`, { as: me });
    for (const [as, is] of [
      [me, true],
      [author, false],
    ] as const) {
      expect((await get(`/api/post/${id}`, as)).dto).toMatchObject({
        ...{ isLike: is, isScrapped: is, likeCount: 1 },
      });
      const { comments } = await get(`/api/post/${id}/comments`, as);
      expect(comments).toMatchObject([{ id: comment.id, liked: is, likes: 1 }]);
      const { replies } = await get(`/api/post/${comment.id}/replies`, as);
      expect(replies).toMatchObject([{ id: reply.id, liked: is, likes: 1 }]);
    }
  });

  it('are one row for 50 at once [RACE-01, RACE-02]', async () => {
    const id = await secret();
    const comment = await writeComment(t, author, id);
    const urls = [`post/${id}/like`, `post/${id}/scrap`, `comment/${comment.id}/like`];
    const calls = urls.flatMap((url) =>
      Array.from({ length: 50 }, () => t.call('POST', `/api/${url}`, { as: me })),
    );
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    expect(await countersOf(id)).toBe(1);
    expect(await countReactions(t, id)).toMatchObject({ likes: 1 });
    expect(await countCommentLikes(t, comment.id)).toBe(1);
    expect((await get('/api/post/scraps')).totalElements).toBe(1);
    const back = Array.from({ length: 50 }, () =>
      t.call('POST', `/api/post/${id}/unlike`, { as: me }),
    );
    for (const { json } of await Promise.all(back)) expect(json.currentCount).toBe(0);
    expect((await get('/api/post/like')).totalElements).toBe(0);
    expect(await faults()).toEqual([]);
  });

  it('count a view once a day, the own one too [ANON-15]', async () => {
    const id = await secret();
    for (const views of [2, 4]) {
      for (const as of [me, author, me, author]) {
        await t.call('GET', `/api/post/${id}`, { as: await t.signInAs(as) });
      }
      expect((await readPost(t, id)).viewCount).toBe(views);
      t.clock.advance(DAY);
    }
    expect(await countReactions(t, id)).toMatchObject({ views: 4 });
    expect(await count('post_views', `post_id = ${id}`)).toBe(0);
  });

  it('notify the author of their number, without the own like [ANON-21]', async () => {
    const id = await secret();
    await react('like', id, author);
    for (const as of [me, await t.signIn('STUDENT')]) await react('like', id, as);
    await t.services.events.drain();
    const { notices } = await get('/api/member/my-notices', author);
    expect(notices).toMatchObject([{ content: expect.stringContaining('2') }]);
  });
});

describe('an account that is erased [ANON-116, PRIV-06]', () => {
  it('leaves likes of anonymous posts as numbers and nothing in lists', async () => {
    const [first, second] = [await secret(), await secret()];
    await react('like', first);
    await react('scrap', second);
    await follow(first);
    const before = await count('sealed_marks');
    await prove(t, me);
    expect((await t.call('DELETE', '/api/member/me', { as: me })).status).toBe(200);
    expect(await count('sealed_marks')).toBe(before - 3);
    expect(await countersOf(first)).toBe(1);
    expect(await count('post_follows', `post_id = ${first}`)).toBe(0);
    expect(await faults()).toEqual([]);
  });
});

describe('what the release before stored [ANON-116]', () => {
  /** As it stores likes, scraps, views and follows of anonymous items, counted. */
  async function storeOpenly(postId: number, commentId: number, as: SignedIn): Promise<void> {
    const at = t.clock.now();
    await t.db.execute(sql`insert into post_likes values (${postId}, ${as.id}, ${at})`);
    await t.db.execute(sql`insert into post_scraps values (${postId}, ${as.id}, ${at})`);
    await t.db.execute(sql`insert into post_views values (${postId}, ${as.id}, '2026-11-20')`);
    await t.db.execute(sql`insert into comment_likes values (${commentId}, ${as.id}, ${at})`);
    await t.db.execute(sql`insert into post_follows (post_id, member_seal, created_at)
      values (${postId}, ${t.seal.seal(as.id)}, ${at})`);
    await t.db.execute(sql`update posts set like_count = like_count + 1 where id = ${postId}`);
    await t.db.execute(
      sql`update comments set like_count = like_count + 1 where id = ${commentId}`,
    );
  }
  const open = async (id: number) => {
    const tables = ['post_likes', 'post_scraps', 'post_views'];
    const rows = await Promise.all(tables.map((table) => count(table, `post_id = ${id}`)));
    return rows.reduce((sum, n) => sum + n);
  };

  it('counts, is shown and ends before it is sealed', async () => {
    const id = await secret();
    const comment = await writeComment(t, author, id);
    await storeOpenly(id, comment.id, me);
    expect((await get(`/api/post/${id}`)).dto).toMatchObject({ isLike: true, isScrapped: true });
    expect(await react('like', id)).toEqual({ currentCount: 1, liked: true });
    expect(await followed()).toEqual([id]);
    expect((await get('/api/post/like')).likes.map(idOf)).toEqual([id]);
    expect(await react('unlike', id)).toEqual({ currentCount: 0, liked: false });
    expect((await react('unScrap', id)).isScrapped).toBe(false);
    await follow(id, false);
    expect(await followed()).toEqual([]);
    expect((await get('/api/post/scraps')).totalElements).toBe(0);
  });

  it('is sealed in parts, with its time, and goes on to notify', async () => {
    await seal();
    const id = await secret();
    const comment = await writeComment(t, author, id);
    const other = await createPost(t, author);
    await storeOpenly(id, comment.id, me);
    await storeOpenly(id, comment.id, author);
    t.clock.advance(60);
    await react('like', other);
    expect(await seal()).toMatchObject({ likes: 2, commentLikes: 2, scraps: 2, follows: 2 });
    expect(await seal()).toEqual({ likes: 0, commentLikes: 0, scraps: 0, views: 0, follows: 0 });
    expect(await open(id)).toBe(0);
    expect(await count('post_likes', `post_id = ${other}`)).toBe(1);
    expect(await count('comment_likes', `comment_id = ${comment.id}`)).toBe(0);
    expect([await countersOf(id), await countCommentLikes(t, comment.id)]).toEqual([2, 2]);
    expect((await get('/api/post/like')).likes.map(idOf)).toEqual([other, id]);
    expect((await get('/api/post/scraps')).scraps.map(idOf)).toEqual([id]);
    expect(await followed()).toEqual([id]);
    await writeComment(t, author, id);
    await t.services.events.drain();
    expect(await readNotifications(t, me)).toHaveLength(1);
    expect(await count('post_follows', `octet_length(member_seal) = 24`)).toBe(0);
    expect(await faults()).toEqual([]);
  });

  it('counts once where a server of it stored a sealed like again', async () => {
    const id = await secret();
    const comment = await writeComment(t, author, id);
    await react('like', id);
    await t.call('POST', `/api/comment/${comment.id}/like`, { as: me });
    await react('scrap', id);
    await follow(id);
    await storeOpenly(id, comment.id, me);
    expect(await countersOf(id)).toBe(2);
    await seal();
    expect(await countersOf(id)).toBe(1);
    expect((await get(`/api/post/${id}/comments`)).comments).toMatchObject([{ likes: 1 }]);
    expect((await get('/api/post/like')).totalElements).toBe(1);
    expect(await followed()).toEqual([id]);
    expect(await react('unlike', id)).toEqual({ currentCount: 0, liked: false });
    expect(await faults()).toEqual([]);
    await react('like', id);
    await storeOpenly(id, comment.id, me);
    expect(await react('unlike', id), 'both').toEqual({ currentCount: 0, liked: false });
  });

  it('is sealed while its member likes and unlikes', async () => {
    const id = await secret();
    const comment = await writeComment(t, author, id);
    await storeOpenly(id, comment.id, me);
    const calls = ['unlike', 'like', 'unlike', 'like'].map((what) => react(what, id));
    await Promise.all([seal(), ...calls, seal()]);
    await seal();
    expect(await faults()).toEqual([]);
    expect(await open(id)).toBe(0);
  });
});

it('leaves the lists when its post is deleted for good [ANON-116]', async () => {
  const [gone, left] = [await secret(), await secret()];
  const comment = await writeComment(t, author, gone);
  for (const id of [gone, left]) {
    await react('like', id);
    await react('scrap', id);
    await follow(id);
  }
  await t.call('POST', `/api/comment/${comment.id}/like`, { as: me });
  const before = await count('sealed_marks');
  await changePost(t, gone, { deletedAt: t.clock.now() });
  t.clock.advance(40 * DAY);
  expect(await t.services.jobs.content.run()).toMatchObject({ marks: 4 });
  expect(await count('sealed_marks')).toBe(before - 4);
  expect((await get('/api/post/like', await t.signInAs(me))).likes.map(idOf)).toEqual([left]);
});
