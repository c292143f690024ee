import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connectForCopy, listTables, sumTable } from '../../../apps/server/src/backup/tables.ts';
import { startEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';

/**
 * A backup notes in the first how it went, after it has copied the tables; a restore pauses outbound work and clears
 * the location of the database in the second.
 */
const OF_COPIES = new Set(['backup_state', 'outgoing']);

/** Starts the database of a stopped installation, passes its URL to `work` and stops it afterwards. */
export async function withDatabaseOf(dataDir, work) {
  const database = await startEmbedded({
    dataDir,
    log: () => undefined,
    onUnexpectedExit: (reason) => console.error('PostgreSQL:', reason),
  });
  try {
    return await work(database.url);
  } finally {
    await database.stop();
  }
}

/** Hashes of all tables and stored files of a stopped installation, by name. */
export async function hashInstallation(dataDir) {
  const hashes = new Map();
  await withDatabaseOf(dataDir, async (url) => {
    const client = await connectForCopy(url);
    for (const table of await listTables(client)) {
      if (OF_COPIES.has(table.name)) continue;
      const { rows, sha256 } = await sumTable(client, table);
      hashes.set(`table ${table.name}`, `${rows} rows ${sha256}`);
    }
    await client.end();
  });
  const folder = join(dataDir, 'files');
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const path = join(folder, name);
    if (!(await stat(path)).isFile()) continue;
    const hash = createHash('sha256').update(await readFile(path));
    hashes.set(`file ${name}`, hash.digest('hex'));
  }
  return hashes;
}

/** Names whose hashes differ. */
export function differencesOf(one, other) {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => one.get(name) !== other.get(name));
}

/** Columns of all tables of an application, by table, as names quoted for statements. */
async function readColumns(query) {
  const columns = await query(
    `select format('%I', table_name) as table, format('%I', column_name) as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`,
  );
  const tables = new Map();
  for (const { table, column } of columns) {
    tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  return tables;
}

/**
 * Hashes of all rows by table, and the hashed columns. With the result of an earlier call it hashes only the
 * tables and columns of that call which still exist.
 */
export async function readRows(query, before) {
  const found = new Map();
  for (const [table, columns] of await readColumns(query)) {
    const wanted = before?.get(table)?.columns ?? (before === undefined ? columns : null);
    if (wanted === null) continue;
    const common = wanted.filter((column) => columns.includes(column));
    const rows = await query(`select md5(row(${common.join(', ')})::text) as hash from ${table}`);
    found.set(table, { columns: common, rows: new Set(rows.map(({ hash }) => hash)) });
  }
  return found;
}

/** Lines about tables of `before` with rows that are not in `after`. */
export function lostRows(before, after) {
  return [...before].flatMap(([table, { columns, rows }]) => {
    const now = after.get(table);
    if (now === undefined) return [`${table}: the table with its ${rows.size} rows`];
    const gone = columns.filter((column) => !now.columns.includes(column));
    if (gone.length > 0) return [`${table}: columns ${gone}`];
    const lost = [...rows].filter((hash) => !now.rows.has(hash)).length;
    return lost > 0 ? [`${table}: ${lost} of ${rows.size} rows`] : [];
  });
}
