import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countReactions, createPost, readPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [author, reader] = await Promise.all([t.signIn('STUDENT'), t.signIn('USER')]);
});
afterAll(() => t.close());

async function stored(id: number) {
  const { likeCount, selfLikeCount, hotScore } = await readPost(t, id);
  return { likeCount, selfLikeCount, rows: (await countReactions(t, id)).likes, hot: hotScore };
}
const react = (id: number, what: string, as: SignedIn) =>
  t.call('POST', `/api/post/${id}/${what}`, { as });

describe('POST /api/post/:id/like and /unlike', () => {
  it('refuses a caller without a token', async () => {
    expect((await t.call('POST', '/api/post/1/like')).status).toBe(401);
  });

  it('likes and unlikes, idempotently [RACE-19, REACT-01]', async () => {
    const id = await createPost(t, author);
    expect((await react(id, 'like', reader)).json).toEqual({ currentCount: 1, liked: true });
    expect((await react(id, 'like', reader)).json).toEqual({ currentCount: 1, liked: true });
    const { json } = await t.call('GET', `/api/post/${id}`, { as: reader });
    expect(json.dto).toMatchObject({ isLike: true, likeCount: 1 });
    expect((await react(id, 'unlike', reader)).json).toEqual({ currentCount: 0, liked: false });
    expect((await react(id, 'unlike', reader)).json).toEqual({ currentCount: 0, liked: false });
    expect(await stored(id)).toMatchObject({ likeCount: 0, rows: 0 });
  });

  it('counts a like by the author separately, without raising the popularity score', async () => {
    const id = await createPost(t, author);
    const before = await stored(id);
    await react(id, 'like', author);
    expect(await stored(id)).toEqual({ likeCount: 1, selfLikeCount: 1, rows: 1, hot: before.hot });
    await react(id, 'unlike', author);
    expect(await stored(id)).toEqual({ likeCount: 0, selfLikeCount: 0, rows: 0, hot: before.hot });
  });

  it('does not count a like by the author of a secret post separately [ANON-27]', async () => {
    const id = await createPost(t, author, { boardType: 'SECRET' });
    await react(id, 'like', author);
    expect(await stored(id)).toMatchObject({ likeCount: 1, selfLikeCount: 0, rows: 1 });
  });

  it('counts concurrent likes of one member once [RACE-01]', async () => {
    const id = await createPost(t, author);
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => react(id, 'like', reader)),
    );
    for (const response of responses)
      expect(response.json).toEqual({ currentCount: 1, liked: true });
    expect(await stored(id)).toMatchObject({ likeCount: 1, rows: 1 });
  });

  it('counts a like that comes back in the notification of those since [NOTIF-85]', async () => {
    const id = await createPost(t, author);
    const [one, two] = [await t.signIn('USER'), await t.signIn('USER')];
    for (const what of ['like', 'unlike']) await react(id, what, one);
    await react(id, 'like', two);
    expect((await react(id, 'like', one)).status).toBe(200);
    const contents = async () => {
      const { json } = await t.call('GET', '/api/member/my-notices', { as: author });
      return (json.notices as { content: string; targetUrl: string }[])
        .filter(({ targetUrl }) => targetUrl.endsWith(`/${id}`))
        .map(({ content }) => content);
    };
    expect(await contents()).toEqual([expect.stringContaining('외 1명')]);
    await react(id, 'unlike', two);
    expect(await contents()).toEqual([expect.stringContaining(`${one.nickname}님이 좋아합니다.`)]);
  });

  it('keeps the count equal to the rows under concurrent likes and unlikes [RACE-01]', async () => {
    const id = await createPost(t, author);
    const members = await Promise.all(Array.from({ length: 10 }, () => t.signIn('USER')));
    const calls = members.flatMap((as, i) =>
      Array.from({ length: 5 }, (_, j) => react(id, (i + j) % 2 === 0 ? 'like' : 'unlike', as)),
    );
    for (const response of await Promise.all(calls)) expect(response.status).toBe(200);
    const after = await stored(id);
    expect(after.likeCount).toBe(after.rows);
  });

  it('responds 404 for missing and deleted posts and changes nothing [ROLE-24]', async () => {
    const id = await createPost(t, author);
    await react(id, 'like', reader);
    const before = await stored(id);
    await t.call('DELETE', `/api/post/${id}`, { as: author });
    for (const what of ['like', 'unlike', 'scrap', 'unScrap']) {
      const response = await react(id, what, reader);
      expect([response.status, response.json.error]).toEqual([404, 'POST_NOT_FOUND']);
      expect((await react(987_654_321, what, reader)).status).toBe(404);
    }
    expect(await stored(id)).toEqual(before);
  });

  it.each(['0', '-1', '1.5', 'x', '9999999999999999999'])('refuses the id %s', async (id) => {
    expect((await t.call('POST', `/api/post/${id}/like`, { as: reader })).status).toBe(400);
  });
});

describe('POST /api/post/:id/scrap and /unScrap', () => {
  it('adds and removes a scrap, idempotently [RACE-02]', async () => {
    const id = await createPost(t, author);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => react(id, 'scrap', reader)),
    );
    for (const { json } of responses)
      expect(json).toEqual({ message: '스크랩했습니다.', isScrapped: true });
    expect((await countReactions(t, id)).scraps).toBe(1);
    const { json } = await t.call('GET', `/api/post/${id}`, { as: reader });
    expect(json.dto.isScrapped).toBe(true);
    expect((await react(id, 'unScrap', reader)).json.isScrapped).toBe(false);
    expect((await react(id, 'unScrap', reader)).status).toBe(200);
  });

  it('removes the scrap of a deleted post once', async () => {
    const id = await createPost(t, author);
    await react(id, 'scrap', reader);
    await t.call('DELETE', `/api/post/${id}`, { as: author });
    expect((await react(id, 'unScrap', reader)).status).toBe(200);
    expect((await react(id, 'unScrap', reader)).status).toBe(404);
  });
});
