import { afterAll, beforeAll, expect, it } from 'vitest';
import { createThread, writeComment } from '../testing/factories/comments.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

/** PostgreSQL plans for the values of this many calls before it compares the plans. */
const PLANNED = 5;
const CALLS = 24;

let t: TestApp;
let author: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  author = await t.signIn('STUDENT');
});
afterAll(() => t.close());

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
