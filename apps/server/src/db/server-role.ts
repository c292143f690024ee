import { randomBytes } from 'node:crypto';
import pg from 'pg';

const ROLE = 'naru_server';

/**
 * Creates the role that the server works as and returns the URL to connect with. The role reads and
 * writes rows, but cannot change tables, triggers or functions, and can only add and read audit
 * entries. `url` is that of an owner who may create roles; every start sets a new password.
 * BYPASSRLS is needed because graphile-worker's tables have row level security without policies.
 */
export async function prepareServerRole(url: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [ROLE]);
    // The password is hexadecimal, so no escaping is needed: utility statements take no parameters.
    await client.query(`
      begin;
      ${rows.length === 0 ? 'create' : 'alter'} role ${ROLE} login nosuperuser nocreatedb nocreaterole
        bypassrls password '${password}';
      grant usage on schema public to ${ROLE};
      grant select, insert, update, delete on all tables in schema public to ${ROLE};
      grant usage, select, update on all sequences in schema public to ${ROLE};
      grant usage on schema graphile_worker to ${ROLE};
      grant select, insert, update, delete on all tables in schema graphile_worker to ${ROLE};
      grant usage, select, update on all sequences in schema graphile_worker to ${ROLE};
      revoke update, delete on audit_entries from ${ROLE};
      commit;`);
  } finally {
    await client.end();
  }
  const own = new URL(url);
  own.username = ROLE;
  own.password = password;
  return own.href;
}
