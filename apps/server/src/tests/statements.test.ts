import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordStatements } from '../features/posts/posts.fixture.ts';
import { createThread, writeComment } from '../testing/factories/comments.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let author: SignedIn;
let reader: SignedIn;
let postId: number;
let commentId: number;
beforeAll(async () => {
  t = await createTestApp();
  author = await t.signIn('STUDENT');
  reader = await t.signIn('STUDENT');
  postId = await createThread(t, author, 'FREE');
  commentId = (await writeComment(t, reader, postId)).id;
  await t.services.events.drain();
});
afterAll(() => t.close());

/** Statements of a call after authentication; raise a number only with a measurement. */
const BUDGET: [call: string, path: () => string, statements: number][] = [
  ['a first page that no server caches', () => '/api/post?boardType=FREE', 2],
  ['a page further on', () => '/api/post?boardType=FREE&page=3&size=50', 1],
  ['an empty board', () => '/api/post?boardType=QNA', 2],
  ['a search', () => `/api/post?boardType=FREE&query=${encodeURIComponent('등대')}`, 2],
  ['a post', () => `/api/post/${postId}`, 1],
  ['its comments', () => `/api/post/${postId}/comments`, 1],
  ['its newest comments', () => `/api/post/${postId}/comments?sort=newest`, 1],
  ['a page after the last comment', () => `/api/post/${postId}/comments?page=9`, 1],
  ['the replies of a comment', () => `/api/post/${commentId}/replies`, 2],
  ['unread notifications', () => '/api/member/my-notices', 1],
  ['all notifications', () => '/api/member/my-notices?all=true', 1],
];

describe('statements of a call', () => {
  it.each(BUDGET)('%s', async (_call, path, count) => {
    const statements = await recordStatements(async () => {
      const { status } = await t.call('GET', path(), { as: author });
      expect(status).toBe(200);
    });
    expect(statements.map(({ name, text }) => name ?? text)).toHaveLength(count);
  });
});
