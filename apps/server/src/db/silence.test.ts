import { expect, inject, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { startDatabaseProxy } from '../testing/database-proxy.ts';
import { connect } from './client.ts';

it('takes no busy machine for a silent database: connections that go on are not ended [REL-110]', async () => {
  const database = await createTestDatabase(inject('adminUrl'));
  const proxy = await startDatabaseProxy(database.url);
  const client = connect(proxy.url, { onError: () => undefined, max: 1 });
  await client.pool.query('select 1');
  proxy.hangNew();
  // Long enough for the question whether the database still responds, which nobody answers.
  const slow = `do $$ begin
    perform pg_sleep(0.9);
    for n in 1..8 loop raise notice 'still here'; perform pg_sleep(0.2); end loop;
  end $$`;
  await expect(client.pool.query(slow)).resolves.toBeDefined();
  await client.close();
  await proxy.close();
  await database.drop();
});
