import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { isIncomplete, markIncomplete, unmarkIncomplete } from '../db/incomplete.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { BackupError } from './errors.ts';
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

/**
 * Prepares an empty database for the rows of another one: the tables as the given migrations leave
 * them, without foreign keys and triggers. It is marked as incomplete, and no server starts on it,
 * until `unmark`. The durability of the server is checked when Naru starts.
 */
export async function openTarget(url: string, migrations: readonly number[], name: string) {
  const client = await connectForCopy(url);
  try {
    await refuseFilled(client, name);
    await markIncomplete(client);
    await migrateDatabase(url, { durable: false, into: migrations });
    await client.query('begin');
    const triggers = await listTriggers(client);
    const foreignKeys = await listForeignKeys(client);
    await takeAway(client, triggers, foreignKeys);
    return {
      async load(table: Table, rows: Readable): Promise<void> {
        await pipeline(rows, copyIn(client, table));
      },

      /** Puts foreign keys, which check every row, triggers and sequences in place and commits. */
      async finish(sequences: readonly Sequence[]): Promise<void> {
        for (const { on, name: key, definition } of foreignKeys) {
          await client.query(
            `alter table ${quoted(on)} add constraint ${quoted(key)} ${definition}`,
          );
        }
        for (const trigger of triggers) await setTrigger(client, trigger, trigger.state);
        for (const { name: sequence, value, isCalled } of sequences) {
          const arguments_ = [`public.${quoted(sequence)}`, value, isCalled];
          await client.query('select setval($1::regclass, $2, $3)', arguments_);
        }
        await client.query('commit');
        await client.query('analyze');
      },

      /** Throws BackupError when a table differs from what was read. */
      async compare(tables: readonly (Table & TableSum)[], onProgress?: (name: string) => void) {
        for (const table of tables) {
          const { sha256 } = await sumTable(client, table);
          if (sha256 !== table.sha256) {
            throw new BackupError(`The table ${table.name} differs from its source`);
          }
          onProgress?.(table.name);
        }
      },

      endSessions: () => endSessions(client),

      unmark: () => unmarkIncomplete(client),

      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Tokens of the time of a backup may have leaked since. */
export async function endSessions(client: pg.Client): Promise<void> {
  await client.query('update sessions set revoked_at = now() where revoked_at is null');
}

export type Target = Awaited<ReturnType<typeof openTarget>>;

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

/** Rows of migrations go too: the source has them. */
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

async function setTrigger(client: pg.Client, { on, name }: Trigger, state: Trigger['state']) {
  await client.query(`alter table ${quoted(on)} ${ENABLE[state]} trigger ${quoted(name)}`);
}
