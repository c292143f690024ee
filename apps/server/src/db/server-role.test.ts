import { sql } from 'drizzle-orm';
import { runOnce } from 'graphile-worker';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { addJob, freeLostJobs } from '../domain/jobs/queue.repo.ts';
import { workerOptions } from '../domain/jobs/worker.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { connect, type DatabaseClient } from './client.ts';
import { prepareServerRole } from './server-role.ts';

let database: TestDatabase;
let server: DatabaseClient;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
  await prepareServerRole(database.url);
  const url = await prepareServerRole(database.url);
  server = connect(url, {
    onError: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const run = (statement: string) =>
  server.db.execute(sql.raw(statement)).then(
    () => 'done',
    (error: Error) => String((error.cause as { code?: string } | undefined)?.code),
  );
const DENIED = '42501';

it('the server role reads and writes every table', async () => {
  const { rows } = await server.db.execute<{ name: string }>(
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not (
        has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert') and
        has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))`,
  );
  expect(rows).toEqual([{ name: 'audit_entries' }]);
  expect(await run(`insert into settings (key, value) values ('a', 'b')`)).toBe('done');
  expect(await run(`update settings set value = 'c'`)).toBe('done');
  expect(await run('delete from settings')).toBe('done');
});

it('the server role adds and runs jobs, and cannot change the tables of graphile-worker', async () => {
  let seen: unknown;
  await addJob(server.db, 'greet', { name: '나루' });
  await runOnce(
    { ...workerOptions({ pool: server.pool, log: pino({ level: 'silent' }) }), concurrency: 1 },
    {
      greet: async (payload) => {
        seen = payload;
      },
    },
  );
  expect(seen).toEqual({ name: '나루' });
  await freeLostJobs(server.db);
  expect(await run('drop table graphile_worker._private_jobs cascade')).toBe(DENIED);
  expect(await run('create table graphile_worker.other (id int)')).toBe(DENIED);
});

it('the server role adds to the audit log and reads it, and can do nothing else there [AUDIT-01]', async () => {
  const add = `insert into audit_entries (actor_id, action, target_type, target_id) values (1, 'x', 'x', 1)`;
  expect(await run(add)).toBe('done');
  const owner = new URL(database.url).username;
  const before = await server.db.execute(sql`select * from audit_entries`);
  expect(before.rows).toHaveLength(1);
  for (const attempt of [
    `update audit_entries set action = 'y'`,
    'delete from audit_entries',
    'truncate audit_entries',
    'drop table audit_entries',
    'alter table audit_entries disable trigger all',
    'alter table audit_entries disable trigger audit_entries_append_only',
    'drop trigger audit_entries_append_only on audit_entries',
    'drop function refuse_audit_change() cascade',
    'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'alter table audit_entries rename to old_entries',
    'set session_replication_role = replica',
    `set role "${owner}"`,
    `set session authorization "${owner}"`,
    'create table public.other (id int)',
  ]) {
    expect(await run(attempt), attempt).toBe(DENIED);
  }
  expect((await server.db.execute(sql`select * from audit_entries`)).rows).toEqual(before.rows);
});

it('a temporary table that shadows the log changes no number and no link of it [AUDIT-01]', async () => {
  await server.db.transaction(async (tx) => {
    const columns = 'actor_id, action, target_type, target_id';
    for (const statement of [
      'create temporary table audit_entries (like public.audit_entries including defaults)',
      `insert into pg_temp.audit_entries (id, ${columns}, hash) values (40, 1, 'x', 'x', 1, 'lie')`,
      `insert into public.audit_entries (${columns}) values (1, 'x', 'x', 1)`,
    ]) {
      await tx.execute(sql.raw(statement));
    }
    const { rows } = await tx.execute(
      sql`select e.id - lag(e.id) over (order by e.id) as step,
          e.hash = public.audit_hash(coalesce(lag(e.hash) over (order by e.id), ''), e) as fits
        from public.audit_entries e order by e.id desc limit 1`,
    );
    expect(rows).toEqual([{ step: 1, fits: true }]);
    await tx.execute(sql`drop table pg_temp.audit_entries`);
  });
});
