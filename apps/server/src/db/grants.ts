import pg from 'pg';
import { ADVISORY_LOCK } from './migrations.ts';

/** Tables of which the server only adds and reads rows. */
const APPEND_ONLY = ['audit_entries'];

/**
 * What the role of a server needs, as statements of the owner that may be repeated: rows, but no change
 * of tables, triggers or functions. Tables made later need them again. Policies let it see the rows of
 * graphile-worker, whose tables have row level security without any.
 */
export function grantStatements(role: string): string[] {
  const to = `to ${quote(role)}`;
  const from = `from ${quote(role)}`;
  return [
    'revoke create on schema public from public',
    `grant usage on schema public, graphile_worker, drizzle ${to}`,
    `grant select, insert, update, delete on all tables in schema public, graphile_worker ${to}`,
    `grant usage, select, update on all sequences in schema public, graphile_worker ${to}`,
    `grant select on drizzle.__drizzle_migrations ${to}`,
    `revoke insert, update, delete on graphile_worker.migrations ${from}`,
    ...APPEND_ONLY.map((table) => `revoke update, delete, truncate on public.${table} ${from}`),
    `do $$
declare
  protected regclass;
begin
  for protected in select oid::regclass from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = ${literal(role)})
  loop
    execute format('create policy %1$I on %2$s to %1$I using (true)', ${literal(role)}, protected);
  end loop;
end $$`,
  ];
}

/** Grants them in one transaction. Throws when the role is missing or `url` is not that of the owner. */
export async function grantServerRole(url: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const lock = `select pg_advisory_xact_lock(${ADVISORY_LOCK})`;
    await client.query(['begin', lock, ...grantStatements(role), 'commit'].join(';\n'));
  } finally {
    await client.end();
  }
}

interface Roles {
  owner: string;
  server: string;
  database: string;
}

/** The whole SQL of an installation with two roles, with comments for the operator. */
export function setupScript({ owner, server, database }: Roles): string {
  const attributes = 'login nosuperuser nocreatedb nocreaterole nobypassrls';
  return `-- Once, as a superuser of PostgreSQL. Replace both passwords.
create role ${quote(owner)} ${attributes} password 'OWNER_PASSWORD';
create role ${quote(server)} ${attributes} password 'SERVER_PASSWORD';
create database ${quote(database)} owner ${quote(owner)} encoding 'UTF8' template template0;

-- In this database, as its owner, after every migration: "npm run db:migrate" runs these itself.
${grantStatements(server).join(';\n')};
`;
}

function quote(name: string): string {
  return pg.escapeIdentifier(name);
}

function literal(text: string): string {
  return pg.escapeLiteral(text);
}
