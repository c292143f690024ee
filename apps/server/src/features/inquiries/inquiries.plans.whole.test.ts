import { LIMITS } from '@naru/contract/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { explain, recordStatements } from '../posts/posts.fixture.ts';

const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';

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
  ['/api/admin/reports', 'inquiries_queue_idx'],
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

it('lists have the beginning of a long text, the inquiry all of it [INQ-03]', async () => {
  const asker = await t.signIn();
  const [content, reply] = ['가'.repeat(1500), '나'.repeat(1000)];
  await t.database.pool.query(
    `insert into inquiries (member_id, title, content, reply, category, state, created_at, completed_at)
      values ($1, '긴 문의', $2, $3, 'GENERAL', 'COMPLETED', $4, $4)`,
    [asker.id, content, reply, t.clock.now()],
  );
  const listOf = async (url: string, as: SignedIn) =>
    (await t.call('GET', url, { as })).json.inquiryDtoList;
  const [mine] = await listOf('/api/inquiries/my', asker);
  const [first] = await listOf('/api/inquiries', admin);
  for (const one of [mine, first]) {
    expect(one).toMatchObject({ id: mine.id, content: `${'가'.repeat(1000)}…`, reply });
  }
  const whole = await t.call('GET', `/api/inquiries/${mine.id}`, { as: asker });
  expect(whole.json).toMatchObject({ content, reply });
});

it('a page of the longest texts stays below 256 KB [LIMIT-14]', async () => {
  await t.database.pool.query(
    `insert into inquiries (member_id, title, content, reply, category, state, created_at, completed_at)
      select $1, $2, $3, $3, 'GENERAL', 'COMPLETED', $4, $4 from generate_series(1, 50)`,
    [admin.id, '제'.repeat(100), FAMILY.repeat(2000), t.clock.now()],
  );
  const { text } = await t.call('GET', '/api/inquiries?size=50', { as: admin });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMITS.responseBytes);
  expect(JSON.parse(text).inquiryDtoList[0].title).toBe('제'.repeat(100));
});
