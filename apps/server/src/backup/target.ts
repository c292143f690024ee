import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { isIncomplete, markIncomplete, unmarkIncomplete } from '../db/incomplete.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { BackupError, DifferenceError } from './errors.ts';
import {
  connectForCopy,
  copyIn,
  quoted,
  type Sequence,
  sumTable,
  type Table,
  type TableSum,
} from './tables.ts';

interface Trigger {
  on: string;
  name: string;
  /** O: enabled, A: always, R: on replicas, D: disabled. */
  state: 'O' | 'A' | 'R' | 'D';
}

interface ForeignKey {
  on: string;
  name: string;
  definition: string;
}

const ENABLE = { O: 'enable', A: 'enable always', R: 'enable replica', D: 'disable' };

/** Throws BackupError unless the database has no table, view or sequence of its own. */
export async function refuseFilled(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query(`
    select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    limit 1`);
  if (rows.length > 0 || (await isIncomplete(client)))
    throw new BackupError(`${name} is not empty. Choose an empty one.`);
}

/** Throws BackupError while a server, or another command, is connected to the database. */
export async function refuseServed(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name in ('naru', 'naru news') limit 1`);
  if (rows.length > 0) {
    throw new BackupError(
      'The database at DATABASE_URL is in use. If it is the restored one, stop all its servers first; the real site must not be finished.',
    );
  }
}

export type CopyTable = (table: Table, rows: Readable) => Promise<void>;

interface Filling {
  /** URL of an empty database, for the owner of its tables. */
  url: string;
  /** Name of the database in messages. */
  name: string;
  /** Migrations that have made the tables of the source. */
  migrations: readonly number[];
  sequences: readonly Sequence[];
  /** Ends the sessions that the rows contain. */
  endsSessions?: boolean;
  /** Copies every table and returns what was read of each. */
  load: (copy: CopyTable) => Promise<(Table & TableSum)[]>;
  /** Called without a table before the first comparison, then after each table. */
  onCompared: (done: number, table?: Table) => void;
}

/**
 * Fills an empty database with the rows of another one and compares every table with its source. No server starts
 * on it until the caller unmarks the result; the caller also closes it. Naru checks the durability of the database
 * server when it starts.
 */
export async function fillDatabase(filling: Filling) {
  const { url, name, migrations, sequences, endsSessions = false, load, onCompared } = filling;
  const client = await connectForCopy(url);
  try {
    await refuseFilled(client, name);
    await markIncomplete(client);
    await migrateDatabase(url, { durable: false, into: migrations });
    await client.query('begin');
    const triggers = await listTriggers(client);
    const foreignKeys = await listForeignKeys(client);
    await takeAway(client, triggers, foreignKeys);
    const tables = await load((table, rows) => pipeline(rows, copyIn(client, table)));
    await putBack(client, triggers, foreignKeys);
    for (const { name: sequence, value, isCalled } of sequences) {
      const arguments_ = [`public.${quoted(sequence)}`, value, isCalled];
      await client.query('select setval($1::regclass, $2, $3)', arguments_);
    }
    await client.query('commit');
    await client.query('analyze');
    onCompared(0);
    for (const [index, table] of tables.entries()) {
      await compare(client, table);
      onCompared(index + 1, table);
    }
    if (endsSessions) await endSessions(client);
    return { unmark: () => unmarkIncomplete(client), close: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function compare(client: pg.Client, table: Table & TableSum): Promise<void> {
  const { sha256 } = await sumTable(client, table);
  if (sha256 !== table.sha256) {
    throw new DifferenceError(`The table ${table.name} differs from its source`);
  }
}

/** Tokens and addresses of feeds may have leaked since the backup was made. */
export async function endSessions(client: pg.Client): Promise<void> {
  await client.query('update sessions set revoked_at = now() where revoked_at is null');
  // Backups of 0.7.0 and before have no feeds.
  await client.query(`do $$ begin
    if to_regclass('public.feeds') is not null then delete from feeds; end if;
  end $$`);
}

export type Target = Awaited<ReturnType<typeof fillDatabase>>;

async function listTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(`
    select c.relname as on, t.tgname as name, t.tgenabled::text as state
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by 1, 2`);
  return rows;
}

async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.relname as on, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype = 'f' order by 1, 2`);
  return rows;
}

/** Deletes rows of migrations, too: the source has them. */
async function takeAway(client: pg.Client, triggers: Trigger[], keys: ForeignKey[]) {
  for (const { on, name } of keys) {
    await client.query(`alter table ${quoted(on)} drop constraint ${quoted(name)}`);
  }
  for (const trigger of triggers) await setTrigger(client, trigger, 'D');
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  await client.query(`truncate ${rows.map(({ name }) => quoted(name)).join(', ')}`);
}

/** Foreign keys check every row. */
async function putBack(client: pg.Client, triggers: Trigger[], keys: ForeignKey[]) {
  for (const { on, name, definition } of keys) {
    await client.query(`alter table ${quoted(on)} add constraint ${quoted(name)} ${definition}`);
  }
  for (const trigger of triggers) await setTrigger(client, trigger, trigger.state);
}

async function setTrigger(client: pg.Client, { on, name }: Trigger, state: Trigger['state']) {
  await client.query(`alter table ${quoted(on)} ${ENABLE[state]} trigger ${quoted(name)}`);
}
