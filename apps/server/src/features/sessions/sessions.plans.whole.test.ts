import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { explain, recordAllStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
let me: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  me = await t.signIn('STUDENT');
  await t.database.pool.query(
    `insert into sessions (id, member_id, device_hash, refresh_hash, expires_at, ends_at)
      select gen_random_uuid(), $1, 'device', sha256(n::text::bytea), now(), now()
      from generate_series(1, 2000) n`,
    [me.id],
  );
});
afterAll(() => t.close());

it.each([
  ['before', null],
  ['after', 'analyze sessions, members, member_roles'],
])(
  'a request looks its session up by the index among 2,000, %s they are counted',
  async (_when, counting) => {
    if (counting !== null) await t.database.pool.query(counting);
    const statements = await recordAllStatements(async () => {
      expect((await t.call('GET', '/api/member/my-notices', { as: me })).status).toBe(200);
    });
    const [look, ...more] = statements.filter(({ name }) => name === 'find_session');
    if (look === undefined) throw new Error('no session was looked up');
    expect(more).toEqual([]);
    const nodes = await explain(t.database.pool, look);
    const ofSessions = nodes.filter((node) => node['Relation Name'] === 'sessions');
    expect(ofSessions.map((node) => node['Index Name'])).toEqual(['sessions_pkey']);
  },
);
