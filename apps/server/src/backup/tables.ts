import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { messageOf } from '../platform/database/errors.ts';
import { BackupError } from './errors.ts';

/** A table of the schema `public`. */
export interface Table {
  name: string;
  /** Columns whose values are stored, not computed. */
  columns: string[];
}

/** A table's rows as `COPY` writes them, in the order of the primary key. */
export interface TableSum {
  rows: number;
  bytes: number;
  /** SHA-256 in hexadecimal digits. */
  sha256: string;
}

export interface Sequence {
  name: string;
  /** As text: beyond 2^53 a number would be rounded. */
  value: string;
  isCalled: boolean;
}

/** Session settings: values have the same text on every server, and large tables no time limit. */
const SESSION = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set jit = off;
  set synchronize_seqscans = off`;
const CONNECT_MS = 10_000;
const NAME = /^[a-z_][a-z0-9_]*$/;

/** Opens a connection for copying, which its caller ends. Throws BackupError. */
export async function connectForCopy(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'naru backup',
    keepAlive: true,
  });
  // A lost connection fails its statement; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(SESSION);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new BackupError(`The database cannot be reached: ${messageOf(error)}`, {
      cause: error,
      failure: 'DATABASE',
    });
  }
}

/** Quotes the name of a table, column or trigger. Throws for a name that no migration of ours would use. */
export function quoted(name: string): string {
  if (!NAME.test(name)) throw new Error(`${name} is not a name of this database`);
  return `"${name}"`;
}

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, (
      select json_agg(a.attname order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname collate "C"`);
  return rows;
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`);
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(name)}`,
    );
    const { value = '1', called = false } = state.rows[0] ?? {};
    sequences.push({ name, value, isCalled: called });
  }
  return sequences;
}

/** The rows of a table as text, in an order that does not depend on where they are stored. */
export async function copyOut(client: pg.Client, table: Table): Promise<Readable> {
  const order = await primaryKey(client, table.name);
  const columns = table.columns.map(quoted).join(', ');
  return client.query(
    to(`copy (select ${columns} from ${quoted(table.name)} t order by ${order}) to stdout`),
  );
}

/** A stream that stores what `copyOut` has written. */
export function copyIn(client: pg.Client, { name, columns }: Table) {
  return client.query(from(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`));
}

async function primaryKey(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ name: string; sorts: boolean }>(
    `select a.attname as name, a.attcollation <> 0 as sorts
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = $1::regclass and i.indisprimary
     order by array_position(i.indkey::int2[], a.attnum)`,
    [`public.${quoted(name)}`],
  );
  // The order of letters differs between databases, that of bytes does not.
  const keys = rows.map((column) => quoted(column.name) + (column.sorts ? ' collate "C"' : ''));
  return keys.join(', ') || 't::text collate "C"';
}

/** Counts and hashes what passes through. */
export function createSum() {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  return {
    update(chunk: Uint8Array): void {
      hash.update(chunk);
      bytes += chunk.length;
      // COPY escapes line feeds in values: each one ends a row.
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
    },
    end: (): TableSum => ({ rows, bytes, sha256: hash.digest('hex') }),
  };
}

export async function sumTable(client: pg.Client, table: Table): Promise<TableSum> {
  const sum = createSum();
  for await (const chunk of await copyOut(client, table)) sum.update(chunk);
  return sum.end();
}

/** Passes everything on unchanged; the sum is complete when all has been read. */
export async function* summed<T extends Uint8Array>(
  body: AsyncIterable<T>,
  sum: { update(chunk: Uint8Array): unknown },
): AsyncGenerator<T> {
  for await (const chunk of body) {
    sum.update(chunk);
    yield chunk;
  }
}
