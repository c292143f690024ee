import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { explain, recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
  await t.database.pool.query(
    `insert into inquiries (member_id, title, content, category, created_at, state, completed_at)
      select $1, '문의 ' || n, '내용', 'REPORT', $2::timestamptz - make_interval(mins => n),
        case when n % 50 = 0 then 'PROCESSING' else 'COMPLETED' end,
        case when n % 50 = 0 then null else $2::timestamptz end
      from generate_series(1, 10000) n`,
    [admin.id, t.clock.now()],
  );
  await t.database.pool.query('analyze');
  // The first request of the day also writes a visit.
  await t.call('GET', '/api/member/my-roles', { as: admin });
});
afterAll(() => t.close());

it.each([
  ['/api/inquiries', 'inquiries_created_idx'],
  ['/api/inquiries?state=PROCESSING', 'inquiries_state_idx'],
  ['/api/admin/reports', 'inquiries_state_idx'],
])('a page of %s among 10,000 uses its index for the order', async (url, index) => {
  const statements = await recordStatements(async () => {
    expect((await t.call('GET', url, { as: admin })).status).toBe(200);
  });
  const pages = statements.filter(({ text }) => / limit /.test(text));
  expect(pages).toHaveLength(1);
  const nodes = (await Promise.all(pages.map((one) => explain(t.database.pool, one)))).flat();
  expect(nodes.map((node) => node['Index Name'])).toContain(index);
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
});
