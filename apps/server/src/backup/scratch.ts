import type pg from 'pg';
import { PROOF_LOCK } from '../db/locks.ts';
import { RightError } from './errors.ts';
import { connectForCopy, quoted } from './tables.ts';

/** A database of this name belongs to the proofs of the present database alone. */
const NAME = `'naru_proof_' || substr(md5(current_database()), 1, 12)`;

/**
 * Creates the scratch database, empty and closed to other roles, in place of one that was left over; returns its
 * URL. The caller holds the lock of proofs. Throws RightError.
 */
export async function createScratch(client: pg.Client, url: string): Promise<string> {
  await requireRight(client);
  await dropScratch(client);
  const { rows } = await client.query<Record<'name' | 'collate' | 'ctype', string>>(
    `select ${NAME} as name, datcollate as collate, datctype as ctype
     from pg_database where datname = current_database()`,
  );
  const { name = '', collate = 'C', ctype = 'C' } = rows[0] ?? {};
  const locale = `lc_collate ${literal(collate)} lc_ctype ${literal(ctype)}`;
  await client.query(
    `create database ${quoted(name)} template template0 encoding 'UTF8' ${locale}`,
  );
  await client.query(`revoke all on database ${quoted(name)} from public`);
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  return scratch.href;
}

/** Removes the scratch database if there is one. */
export async function dropScratch(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname = ${NAME}`,
  );
  const [found] = rows;
  if (found === undefined) return false;
  await client.query(`drop database if exists ${quoted(found.name)} with (force)`);
  return true;
}

/** Removes what a proof that was killed has left; returns whether there was anything. */
export async function removeLeftover(url: string): Promise<boolean> {
  const client = await connectForCopy(url);
  try {
    return (await takeProofLock(client)) && (await dropScratch(client));
  } finally {
    await client.end();
  }
}

/** False while another proof runs. Held until the connection ends. */
export async function takeProofLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [PROOF_LOCK],
  );
  return rows[0]?.taken === true;
}

async function requireRight(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; may: boolean }>(
    'select rolname as role, rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
  );
  const { role = 'its role', may = false } = rows[0] ?? {};
  if (may) return;
  throw new RightError(
    `The role ${role} may create no database, which a proof needs: alter role ${role} createdb`,
  );
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
