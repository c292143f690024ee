import { afterAll, beforeAll, expect, it } from 'vitest';
import { countFaultsElsewhere } from '../../domain/emails/email-log.repo.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { readCosts, recordAllStatements } from '../posts/posts.fixture.ts';

const FAILED = 50;

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
  await t.database.pool.query(`insert into members (username, email, nickname, name, password_hash)
    select 'plan' || n, 'plan' || n || '@example.com', 'plan' || n, '이름', '' from generate_series(1, 5000) n`);
  await t.database.pool.query(
    `insert into email_log (recipient, kind, state, tried_at, created_at)
      select 'plan' || (n % 5000 + 1) || '@example.com', 'ANSWER',
        case when n > 50000 - $2 then 'FAILED' else 'SENT' end, at, at
      from generate_series(1, 50000) n, lateral (select $1::timestamptz - (50000 - n) * interval '40 seconds') as _ (at)`,
    [t.clock.now(), FAILED],
  );
  await t.database.pool.query('analyze');
  await t.call('GET', '/api/member/my-roles', { as: admin });
});
afterAll(() => t.close());

/** The rows that the statements about the log read. */
async function rowsOf(work: () => Promise<unknown>): Promise<number> {
  const all = await recordAllStatements(work);
  const statements = all.filter(({ text }) => /email_log/.test(text));
  expect(statements).toHaveLength(1);
  const costs = await Promise.all(statements.map((one) => readCosts(t.database.pool, one)));
  return costs.reduce((sum, { rows }) => sum + rows, 0);
}

it('the refused addresses of 5,000 members are found from the failed lines [MAIL-03]', async () => {
  const rows = await rowsOf(async () => {
    const { json } = await t.call('GET', '/api/admin/work', { as: admin });
    const item = json.items.find(({ kind }: { kind: string }) => kind === 'REFUSED_EMAILS');
    expect(item.count).toBe(FAILED);
  });
  expect(rows).toBeLessThan(10 * FAILED);
});

it('the last failures of others are found without reading the log [MAIL-13]', async () => {
  const since = new Date(t.clock.now().getTime() - 20 * 60_000);
  const rows = await rowsOf(() =>
    countFaultsElsewhere(t.db, 'x@example.com', { isUnclear: false, since }),
  );
  expect(rows).toBeLessThan(2 * FAILED);
});
