import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connectForCopy, listTables, sumTable } from '../../../apps/server/src/backup/tables.ts';
import { startEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';

/** Starts the database of a stopped installation for as long as `work` takes, with its address. */
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
      // A restore holds what leaves, and deletes the place of before.
      if (table.name === 'outgoing') continue;
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
