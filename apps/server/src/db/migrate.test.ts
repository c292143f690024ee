import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrateDatabase } from './migrate.ts';
import { findMissing } from './migrations.ts';

const HISTORY = 'drizzle.__drizzle_migrations';

let database: TestDatabase;
let applied: number;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
  const { rows } = await database.pool.query(`select max(created_at) as at from ${HISTORY}`);
  applied = Number(rows[0].at);
});
afterAll(() => database.drop());
beforeEach(() =>
  database.pool.query(`delete from ${HISTORY} where created_at <> ${applied};
    insert into ${HISTORY} (hash, created_at) select 'own', ${applied}
    where not exists (select from ${HISTORY})`),
);

const migrate = () => migrateDatabase(database.url, { durable: false });
const add = (at: number) =>
  database.pool.query(`insert into ${HISTORY} (hash, created_at) values ('other', ${at})`);

describe('migrateDatabase', () => {
  it('leaves a migrated database unchanged', async () => {
    await migrate();
    const { rows } = await database.pool.query(`select count(*) as n from ${HISTORY}`);
    expect(rows[0].n).toBe(1);
  });

  it('refuses the database of a later version', async () => {
    await add(applied + 1);
    await expect(migrate()).rejects.toThrow('from a newer version of Naru');
  });

  it('takes one whose later migrations an upgrade has accepted, and no other [OPS-300]', async () => {
    await add(applied + 1);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const missing = await findMissing(client, [applied + 1, applied + 2]);
    expect(missing).toEqual({ migrations: [], hasJobs: true });
    await expect(findMissing(client, [applied + 2])).rejects.toThrow('from a newer version');
    await client.end();
  });

  it('refuses a database with another migration history and names the remedy', async () => {
    await database.pool.query(`delete from ${HISTORY}`);
    await add(applied - 2);
    await add(applied - 1);
    await expect(migrate()).rejects.toThrow(/development version .* delete the data folder/);
    await add(applied);
    await expect(migrate()).rejects.toThrow(/development version .* delete the data folder/);
  });
});
