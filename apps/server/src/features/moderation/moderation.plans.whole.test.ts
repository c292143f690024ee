import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { explain, recordStatements } from '../posts/posts.fixture.ts';

const ROWS = 10_000;

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
  const postId = await createPost(t, admin);
  const now = t.clock.now();
  // Another member than the author removed one of 250.
  await t.database.pool.query(
    `insert into comments (id, post_id, author_id, content, position, created_at, deleted_at, deleted_by)
      select n, $1, null, '댓글', n, $2::timestamptz - make_interval(mins => n),
        case when n % 250 = 0 then $2::timestamptz end, case when n % 250 = 0 then $3::bigint end
      from generate_series(1, ${ROWS}) n`,
    [postId, now, admin.id],
  );
  await t.database.pool.query(
    `insert into uploads (key, content_type, status, post_id, created_at)
      select 'picture-' || n, 'image/webp', 'ready', $1, $2::timestamptz - make_interval(mins => n)
      from generate_series(1, ${ROWS}) n`,
    [postId, now],
  );
  await t.database.pool.query('analyze comments, uploads, posts, members');
  // The first request of the day also writes a visit.
  await t.call('GET', '/api/member/my-roles', { as: admin });
});
afterAll(() => t.close());

it.each([
  ['removed comments', 'GET', '/api/admin/removed?type=COMMENT', 'comments'],
  ['comments of the day', 'GET', '/api/admin/today-comments', 'comments'],
  ['taking a profile picture away', 'DELETE', '/api/member/delete-profile-image', 'uploads'],
])('%s among 10,000 rows does no sequential scan', async (_name, method, url, table) => {
  const statements = await recordStatements(async () => {
    expect((await t.call(method, url, { as: admin })).status).toBe(200);
  });
  const asked = statements.filter(({ text }) => text.includes(`"${table}"`));
  expect(asked.length).toBeGreaterThan(0);
  const plans = await Promise.all(asked.map((one) => explain(t.database.pool, one)));
  const scanned = plans
    .flat()
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name']);
  expect(scanned).not.toContain(table);
});
