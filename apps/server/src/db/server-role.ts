import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { grantServerRole } from './grants.ts';

const ROLE = 'naru_server';

/**
 * Creates the role that the server works as and returns the URL to connect with. `url` is that of an owner
 * who may create roles; every start sets a new password.
 */
export async function prepareServerRole(url: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [ROLE]);
    // The password is hexadecimal, so no escaping is needed: utility statements take no parameters.
    await client.query(`${rows.length === 0 ? 'create' : 'alter'} role ${ROLE} login nosuperuser
      nocreatedb nocreaterole nobypassrls password '${password}'`);
  } finally {
    await client.end();
  }
  await grantServerRole(url, ROLE);
  const own = new URL(url);
  own.username = ROLE;
  own.password = password;
  return own.href;
}
