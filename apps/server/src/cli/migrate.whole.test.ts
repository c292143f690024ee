import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { grantStatements } from '../db/grants.ts';
import { migrateDatabase, requireMigrated } from '../db/migrate.ts';
import { migrateApart } from '../db/migrate-apart.ts';
import { readMigrations } from '../db/migrations.ts';
import { runAsAdmin } from '../testing/serving-role.ts';
import { runCli, startProgram } from '../testing/started-program.ts';

/** Name of the database and, with a suffix, of its two roles. */
const name = `apart_${randomBytes(4).toString('hex')}`;
const urlOf = (role: string, database = name) => {
  const url = new URL(inject('adminUrl'));
  url.username = role;
  url.password = role;
  url.pathname = `/${database}`;
  return url.href;
};
const OWNER = urlOf(`${name}_owner`);
const SERVER = urlOf(`${name}_server`);
const BOTH = { DATABASE_OWNER_URL: OWNER, DATABASE_URL: SERVER };
const DENIED = '42501';

const migrate = (args: string[], env: Record<string, string>) => runCli('migrate-cli', args, env);

/** Runs each statement on its own; returns the codes of their errors, null for success. */
async function runOn(url: string, statements: readonly string[]): Promise<(string | null)[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const codes: (string | null)[] = [];
  for (const statement of statements) {
    codes.push(
      await client.query(statement).then(
        () => null,
        ({ code }) => code,
      ),
    );
  }
  await client.end();
  return codes;
}

const statementsOf = (text: string) => text.split(/;$/m).filter((one) => one.trim() !== '');

let script: string;
beforeAll(async () => {
  script = (await migrate(['--print-grants'], BOTH)).out;
  const [roles = ''] = script.split('\n\n');
  const withPasswords = roles
    .replace('OWNER_PASSWORD', `${name}_owner`)
    .replace('SERVER_PASSWORD', `${name}_server`);
  const statements = statementsOf(withPasswords);
  expect(statements).toHaveLength(3);
  await runAsAdmin(...statements);
});
afterAll(() =>
  runAsAdmin(
    `drop database ${name} with (force)`,
    `drop role ${name}_owner`,
    `drop role ${name}_server`,
  ),
);

describe('npm run db:migrate [OPS-90]', () => {
  it('refuses unknown options and missing settings with one line', async () => {
    const usage = await migrate(['--help'], BOTH);
    expect(usage).toEqual({
      out: '',
      error: 'Usage: npm run db:migrate [-- --print-grants | --embedded]',
      code: 1,
    });
    const nothing = await migrate([], {});
    expect(nothing.code).toBe(1);
    expect(nothing.error).toMatch(/^Set DATABASE_OWNER_URL, or DATABASE_URL: [^\n]+$/);
  });

  it('names the setting of a database that it cannot reach, and does not wait for it [REL-17]', async () => {
    const DATABASE_URL = 'postgres://naru@127.0.0.1:1/naru';
    const { error, code } = await migrate([], { DATABASE_URL });
    expect([code, error]).toEqual([
      1,
      'The database at DATABASE_URL is not usable: connect ECONNREFUSED 127.0.0.1:1',
    ]);
  });

  it('migrates an embedded database while its server runs [OPS-300]', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'naru-migrate-'));
    const env = { DATA_DIR, DEMO: 'off' };
    const server = await startProgram(env);
    await server.untilPrinted('is ready');
    const { out, error, code } = await migrate(['--embedded'], env);
    expect([error, out, code]).toEqual(['', 'The database is up to date.', 0]);
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    await server.stop();
    await rm(DATA_DIR, { recursive: true, force: true });
  });

  it('is what a start without the right to migrate asks for', async () => {
    const options = { durable: false };
    const refusal = /lacks \d+ migrations \(0000_init to .*\).*: run "npm run db:migrate"/;
    await expect(requireMigrated(OWNER, options)).rejects.toThrow(refusal);
    await expect(migrateDatabase(SERVER, options)).rejects.toThrow(refusal);
  });

  it('migrates as the owner and grants the other role what a server needs', async () => {
    const lines: string[] = [];
    const options = { durable: false, log: (line: string) => lines.push(line) };
    const addresses = { owner: OWNER, server: SERVER };
    const unknown = { owner: OWNER, server: urlOf(`${name}_nobody`) };
    await expect(migrateApart(unknown, options)).rejects.toThrow(
      `There is no role ${name}_nobody: "npm run db:migrate -- --print-grants" prints the SQL that makes it.`,
    );
    expect(lines.splice(0)).toEqual([
      ...readMigrations().map((one) => `Migrating the database: ${one.name}`),
      'The database is up to date.',
    ]);
    await expect(migrateDatabase(SERVER, options)).rejects.toThrow(
      /may not read which migrations .* run "npm run db:migrate"/,
    );
    await migrateApart(addresses, options);
    await migrateApart(addresses, options);
    const line = `The role ${name}_server has the rights of a server.`;
    const upToDate = 'The database is up to date.';
    expect(lines).toEqual([upToDate, line, upToDate, line]);
    await requireMigrated(SERVER, options);
    await migrateDatabase(SERVER, options);
  });

  it('runs the grants that it prints', async () => {
    const [, , grants = ''] = script.split(/^-- .*\n/m);
    expect(grants).toContain(`to "${name}_server"`);
    expect(grants).toBe(`${grantStatements(`${name}_server`).join(';\n')};`);
  });

  it('leaves the serving role rows, and neither the schema nor the audit log [OPS-09, AUDIT-01]', async () => {
    const add = `insert into audit_entries (actor_id, action, target_type, target_id)
      values (1, 'x', 'x', 1)`;
    const allowed = [
      add,
      'select * from audit_entries',
      `insert into settings (key, value) values ('a', 'b')`,
      `update settings set value = 'c'`,
      'delete from settings',
      `select graphile_worker.add_job('greet', '{}')`,
      'update graphile_worker._private_jobs set attempts = 0',
      'delete from graphile_worker._private_jobs',
      // Identifies the cluster, so that a start notices a copied database.
      'select pg_control_system()',
    ];
    expect(await runOn(SERVER, allowed)).toEqual(allowed.map(() => null));
    const denied = [
      `update audit_entries set action = 'y'`,
      'delete from audit_entries',
      'truncate audit_entries',
      'alter table audit_entries disable trigger all',
      'create table public.other (id int)',
      'create schema other',
      'alter table posts add column other text',
      'drop table posts',
      'create index on posts (title)',
      'truncate posts',
      'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return null; end $$',
      `drop policy ${name}_server on graphile_worker._private_jobs`,
      'delete from graphile_worker.migrations',
      'delete from drizzle.__drizzle_migrations',
      `set role ${name}_owner`,
      'create role other',
    ];
    expect(await runOn(SERVER, denied)).toEqual(denied.map(() => DENIED));
  });
});
