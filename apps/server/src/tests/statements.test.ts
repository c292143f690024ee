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

/** PostgreSQL plans for the values of this many calls before it compares the plans. */
const PLANNED = 5;
const CALLS = 24;
/** How often the connection that executed the statement most planned it for its values, and how often not. */
async function countPlans(name: string): Promise<{ planned: number; generic: number }> {
  const { pool } = t.database;
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const found = [];
  for (const client of clients) {
    const { rows } = await client.query<{ planned: number; generic: number }>(
      `select custom_plans as planned, generic_plans as generic from pg_prepared_statements where name = $1`,
      [name],
    );
    client.release();
    found.push(...rows);
  }
  const [most] = found.toSorted((a, b) => b.planned + b.generic - a.planned - a.generic);
  return most ?? { planned: 0, generic: 0 };
}

it('replies are not planned again for each call', async () => {
  const postId = await createThread(t, author, 'FREE');
  const { id: parentId } = await writeComment(t, author, postId);
  for (let reply = 0; reply < 2; reply += 1) await writeComment(t, author, postId, { parentId });
  for (let call = 0; call < CALLS; call += 1) {
    // The replies have the positions 2 and 3.
    const [after, count] = call % 2 === 0 ? ['', 2] : ['?after=2', 1];
    const { json } = await t.call('GET', `/api/post/${parentId}/replies${after}`, { as: author });
    expect(json.replies).toHaveLength(count);
  }
  const { planned, generic } = await countPlans('list_replies');
  expect(planned + generic).toBeGreaterThan(2 * PLANNED);
  expect(planned).toBe(PLANNED);
});
