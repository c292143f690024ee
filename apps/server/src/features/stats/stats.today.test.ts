import { ROLES } from '@naru/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { recordStatements } from '../posts/posts.fixture.ts';

const DAY = 24 * 60 * 60;
const STAFF = ROLES.slice(ROLES.indexOf('STUDENT_COUNCIL'));

let t: TestApp;
let author: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(DAY);
  author = await t.signIn('STUDENT');
});

const posts = (as: SignedIn, query = '') => t.call('GET', `/api/admin/today-posts${query}`, { as });
const comments = (as: SignedIn, query = '') =>
  t.call('GET', `/api/admin/today-comments${query}`, { as });

describe('GET /api/admin/today-posts and /api/admin/today-comments', () => {
  it('list the content of the current day in Korea, newest first', async () => {
    await createPost(t, author, { title: '어제 글' });
    t.clock.advance(DAY);
    const manager = await t.signIn('MANAGER');
    const writer = await t.signInAs(author);
    expect((await posts(manager)).json).toEqual({
      posts: [],
      currentPage: 0,
      totalPages: 0,
      totalElements: 0,
    });
    const first = await createPost(t, writer, { title: '첫 글' });
    t.clock.advance(60);
    const second = await createPost(t, writer, { title: '둘째 글', boardType: 'QNA' });
    const comment = await writeComment(t, writer, first, { content: '댓글' });
    const { json } = await posts(manager);
    expect(json.posts.map(({ title }: { title: string }) => title)).toEqual(['둘째 글', '첫 글']);
    expect(json.posts[0]).toEqual({
      id: second,
      title: '둘째 글',
      boardType: 'QNA',
      boardName: '질문게시판',
      lectureId: null,
      writerNickname: author.nickname,
      createdDate: expect.stringMatching(/\+09:00$/),
      viewCount: 0,
      likeCount: 0,
      commentCount: 0,
    });
    expect((await comments(manager)).json.comments).toEqual([
      {
        id: comment.id,
        content: '댓글',
        boardType: 'FREE',
        boardName: '자유게시판',
        lectureId: null,
        postId: first,
        postTitle: '첫 글',
        writerNickname: author.nickname,
        createdDate: expect.any(String),
      },
    ]);
  });

  it('return pages with exact totals, each in two SQL statements', async () => {
    const manager = await t.signIn('MANAGER');
    for (let n = 0; n < 5; n += 1) {
      await writeComment(t, author, await createPost(t, author), {});
      t.clock.advance(2);
    }
    const { json } = await posts(manager, '?page=2&size=2');
    expect([json.posts.length, json.totalPages, json.totalElements]).toEqual([1, 3, 5]);
    const sent = await recordStatements(() => comments(manager, '?size=3'));
    expect(sent).toHaveLength(2);
    expect((await comments(manager, '?page=9')).json).toMatchObject({
      comments: [],
      totalElements: 5,
    });
  });

  it('exclude a deleted post and its comments, which the statistics do not count either', async () => {
    const manager = await t.signIn('MANAGER');
    const id = await createPost(t, author);
    await writeComment(t, author, id);
    const remaining = await writeComment(t, author, await createPost(t, author));
    expect((await t.call('DELETE', `/api/post/${id}?reason=광고`, { as: manager })).status).toBe(
      200,
    );
    const { json } = await comments(manager);
    expect(json.comments.map(({ id }: { id: number }) => id)).toEqual([remaining.id]);
    expect((await posts(manager)).json.totalElements).toBe(1);
    const { json: stats } = await t.call('GET', '/api/admin/stats', { as: manager });
    expect(stats.points.at(-1)).toMatchObject({ posts: 1, comments: 1 });
  });

  it.each(STAFF)('show 익명 as the author of anonymous content to a %s [ANON-04]', async (role) => {
    const secret = await createPost(t, author, { boardType: 'SECRET', title: '비밀' });
    await writeComment(t, author, secret, { content: '글쓴이의 말' });
    await writeComment(t, await t.signIn('PROFESSOR'), secret, { content: '다른 말' });
    const viewer = await t.signIn(role);
    for (const response of [await posts(viewer), await comments(viewer)]) {
      expect(response.status).toBe(200);
      const items = response.json.posts ?? response.json.comments;
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(item.writerNickname).toBe('익명');
      expect(response.text).not.toContain(author.nickname);
    }
  });
});
