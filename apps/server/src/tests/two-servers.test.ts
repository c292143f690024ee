import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  countCommentLikes,
  createThread,
  readThread,
  writeComment,
} from '../testing/factories/comments.ts';
import { TEST_PASSWORD } from '../testing/factories/members.ts';
import { setRoles } from '../testing/matrix/world.ts';
import { createSecondServer, type SecondServer } from '../testing/second-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let other: SecondServer;
let crowd: SignedIn[];
let author: SignedIn;
let postId: number;
beforeAll(async () => {
  t = await createTestApp();
  other = await createSecondServer(t);
});
beforeEach(async () => {
  t.clock.advance(60);
  crowd = await Promise.all(Array.from({ length: 50 }, () => t.signIn('STUDENT')));
  author = await t.signIn('STUDENT');
  postId = await createThread(t, author, 'SECRET');
});
afterAll(async () => {
  await other.close();
  await t.close();
});

/** Alternates between the two servers. */
const call = (n: number) => (n % 2 === 0 ? t.call : other.call);
const writePost = (n: number, as: SignedIn) =>
  call(n)('POST', '/api/post/post-up', {
    as,
    body: { boardType: 'FREE', title: '제목', content: '<p>글</p>' },
  });

describe('two servers on one database', () => {
  it('a grant and a revocation on one take effect on the other at once [SESS-25, SESS-26]', async () => {
    const user = await t.signIn('USER');
    expect((await writePost(1, user)).status).toBe(403);
    await setRoles(t, user.id, ['USER', 'STUDENT']);
    for (const n of [0, 1]) expect((await writePost(n, user)).status).toBe(201);
    await setRoles(t, user.id, ['USER']);
    for (const n of [0, 1]) expect((await writePost(n, user)).status).toBe(403);
  });

  it('a logout on one ends the session on the other [SESS-13]', async () => {
    expect((await other.call('GET', '/api/member/me', { as: author })).status).toBe(200);
    expect((await t.call('POST', '/api/member/logout', { as: author })).status).toBe(200);
    const { status, json } = await other.call('GET', '/api/member/me', { as: author });
    expect([status, json.error]).toEqual([401, 'TOKEN_INVALID']);
  });

  it('wrong passwords are counted together [AUTH-19]', async () => {
    const tries = Array.from({ length: 8 }, (_, n) => n);
    const statuses: number[] = [];
    for (const n of tries) {
      const body = { username: author.username, password: `${TEST_PASSWORD}-wrong` };
      statuses.push((await call(n)('POST', '/api/member/login', { body })).status);
    }
    expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
    expect(statuses.at(-1)).toBe(429);
    const right = { username: author.username, password: TEST_PASSWORD };
    expect((await other.call('POST', '/api/member/login', { body: right })).status).toBe(429);
  });

  it('exactly one of 50 comments of a member passes in a second', async () => {
    const responses = await Promise.all(
      crowd.map((_one, n) =>
        call(n)('POST', `/api/post/${postId}/comments`, { as: author, body: { content: `${n}` } }),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(49);
  });

  it('50 aliases get the numbers 1 to 50, positions and counters are exact [ANON-08]', async () => {
    const responses = await Promise.all(
      crowd.map((as, n) =>
        call(n)('POST', `/api/post/${postId}/comments`, { as, body: { content: `${n}` } }),
      ),
    );
    expect(responses.every(({ status }) => status === 201)).toBe(true);
    const { post, comments, aliases } = await readThread(t, postId);
    const positions = Array.from({ length: 50 }, (_, n) => n + 1);
    expect(aliases.map((alias) => alias.number)).toEqual(positions);
    expect(comments.map((row) => row.position)).toEqual(positions);
    expect(post.commentCount).toBe(50);
  });

  it('likes of posts and comments equal their rows [RACE-01]', async () => {
    const { id } = await writeComment(t, author, postId);
    const urls = [`/api/comment/${id}`, `/api/post/${postId}`];
    await Promise.all(
      crowd.flatMap((as, n) =>
        urls.flatMap((url) => [
          call(n)('POST', `${url}/like`, { as }),
          call(n + 1)('POST', `${url}/unlike`, { as }),
          call(n)('POST', `${url}/like`, { as }),
        ]),
      ),
    );
    const thread = await readThread(t, postId);
    expect(thread.comments[0]?.likeCount).toBe(await countCommentLikes(t, id));
    const { rows } = await t.db.execute<{ likes: number }>(
      `select count(*) as likes from sealed_post_likes where post_id = ${postId}`,
    );
    expect(thread.post.likeCount).toBe(rows[0]?.likes);
    const last = await Promise.all(
      crowd.map((as, n) => call(n)('POST', `/api/post/${postId}/like`, { as })),
    );
    expect(Math.max(...last.map(({ json }) => json.currentCount))).toBe(50);
  });

  it('no comment is added to a post that the other server deletes [RACE-10]', async () => {
    const sent = crowd.map((as, n) =>
      call(n)('POST', `/api/post/${postId}/comments`, { as, body: { content: `${n}` } }),
    );
    const [responses, removed] = await Promise.all([
      Promise.all(sent),
      other.call('DELETE', `/api/post/${postId}`, { as: author }),
    ]);
    expect(removed.status).toBe(200);
    expect(responses.every(({ status }) => status === 201 || status === 404)).toBe(true);
    const written = responses.filter(({ status }) => status === 201).length;
    const thread = await readThread(t, postId);
    expect(thread.comments).toHaveLength(written);
    expect(thread.post.commentCount).toBe(written);
  });
});
