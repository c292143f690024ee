import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPost } from '../../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(60);
  [author, reader] = await Promise.all([t.signIn('STUDENT'), t.signIn('STUDENT')]);
});

const get = async (url: string, as: SignedIn) => (await t.call('GET', url, { as })).json;
const react = async (id: number, what: string, as: SignedIn) => {
  t.clock.advance(1);
  await t.call('POST', `/api/post/${id}/${what}`, { as });
};
const ids = (rows: { id: number }[]) => rows.map((row) => row.id);

it.each(['my-posts', 'like', 'scraps'])(
  'GET /api/post/%s refuses a caller without a token',
  async (path) => {
    expect((await t.call('GET', `/api/post/${path}`)).status).toBe(401);
  },
);

it.each(['my-posts?pageSize', 'like?size', 'scraps?size'])(
  'GET /api/post/%s refuses bad sizes [LIST-03]',
  async (url) => {
    for (const size of ['0', '-1', '51', 'x', '1e9']) {
      expect((await t.call('GET', `/api/post/${url}=${size}`, { as: reader })).status).toBe(400);
    }
  },
);

describe('GET /api/post/my-posts', () => {
  it('lists own posts, newest first, secret ones too, five a page [ANON-05]', async () => {
    const written: number[] = [];
    for (const boardType of ['FREE', 'SECRET', 'QNA', 'REVIEW', 'MARKET', 'SECRET'] as const) {
      t.clock.advance(60);
      written.unshift(await createPost(t, author, { boardType }));
    }
    const first = await get('/api/post/my-posts', author);
    expect(first).toMatchObject({ currentPage: 0, totalPages: 2, totalElements: 6 });
    expect(ids(first.posts)).toEqual(written.slice(0, 5));
    expect(first.posts[0]).toMatchObject({ postId: written[0], boardType: 'SECRET' });
    const beyond = await get('/api/post/my-posts?page=9&pageSize=3', author);
    expect(beyond).toEqual({ posts: [], currentPage: 9, totalPages: 2, totalElements: 6 });
    expect((await get('/api/post/my-posts', reader)).totalElements, '[ANON-06]').toBe(0);
  });

  it('ignores a member id in the query [ROLE-23]', async () => {
    const id = await createPost(t, author);
    await react(id, 'like', author);
    await react(id, 'scrap', author);
    const foreign = `memberId=${author.id}&userId=${author.id}&id=${author.id}&username=${author.username}`;
    for (const path of ['my-posts', 'like', 'scraps']) {
      const response = await get(`/api/post/${path}?${foreign}`, reader);
      expect(response.totalElements).toBe(0);
    }
  });
});

describe('GET /api/post/like', () => {
  it('lists liked posts, the newest like first, without deleted ones', async () => {
    const [a, b, gone] = [
      await createPost(t, author),
      await createPost(t, author),
      await createPost(t, author),
    ];
    for (const id of [b, gone, a]) await react(id, 'like', reader);
    await t.call('DELETE', `/api/post/${gone}`, { as: author });
    const response = await get('/api/post/like', reader);
    expect(response).toMatchObject({ currentPage: 0, totalPages: 1, totalElements: 2 });
    expect(ids(response.likes)).toEqual([a, b]);
    expect(response.likes[0]).toMatchObject({
      writerNickname: author.nickname,
      likeCount: 1,
      boardType: 'FREE',
    });
  });

  it('cuts the excerpt after 50 graphemes of plain text [LIST-12]', async () => {
    const wave = '🏴‍☠️';
    const [long, short] = [
      await createPost(t, author, {
        content: `<p>${wave.repeat(40)}</p><p>${wave.repeat(40)}</p>`,
      }),
      await createPost(t, author, { content: '<h2>가 &lt;b&gt;</h2><ul><li>나</li></ul>' }),
    ];
    await react(long, 'like', reader);
    await react(short, 'like', reader);
    const { likes } = await get('/api/post/like', reader);
    expect(likes[0].excerpt).toBe('가 <b> 나');
    expect(likes[1].excerpt).toBe(`${wave.repeat(40)} ${wave.repeat(9)}…`);
  });
});

describe('GET /api/post/scraps', () => {
  it('returns scraps with both names of each field [LIST-13, LIST-11]', async () => {
    const id = await createPost(t, author, { title: '비밀', boardType: 'SECRET' });
    await react(id, 'scrap', reader);
    const response = await get('/api/post/scraps', reader);
    expect(response).toMatchObject({ currentPage: 0, totalPages: 1, totalElements: 1 });
    const [scrap] = response.scraps;
    expect(scrap).toMatchObject({
      id,
      postId: id,
      title: '비밀',
      writerNickname: '익명',
      authorName: '익명',
      boardType: 'SECRET',
      boardName: 'SECRET',
      deleted: false,
    });
    expect(scrap.excerpt).toBe(scrap.content);
    expect(scrap.createdAt).toBe(scrap.createdDate);
  });

  it('keeps the entry of a deleted post, without its text [POST-06]', async () => {
    const id = await createPost(t, author, { title: '지울 제목', content: '<p>지울 내용</p>' });
    await react(id, 'scrap', reader);
    await t.call('DELETE', `/api/post/${id}`, { as: author });
    const response = await get('/api/post/scraps', reader);
    expect(response.scraps).toEqual([
      expect.objectContaining({
        id,
        deleted: true,
        title: '삭제된 게시글입니다.',
        excerpt: '',
        content: '',
      }),
    ]);
    expect(JSON.stringify(response)).not.toContain('지울');
    expect(JSON.stringify(response)).not.toContain(author.nickname);
  });
});
