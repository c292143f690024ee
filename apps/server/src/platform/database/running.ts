import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SUPERUSER } from './cluster.ts';
import { DatabaseStartError } from './errors.ts';

/** Zero-based line of `postmaster.pid` that holds the port. */
const PORT_LINE = 3;

/**
 * Reads the URL of the embedded database that a running server keeps in `dataDir`. @throws
 * DatabaseStartError FOLDER_IN_USE when it cannot be determined: the server has to be stopped first
 */
export async function runningUrl(dataDir: string): Promise<string> {
  try {
    const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    const port = Number(pidFile.split('\n')[PORT_LINE]);
    if (!Number.isInteger(port) || port <= 0) throw new Error('no port');
    const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
    return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  } catch (error) {
    throw new DatabaseStartError(
      'FOLDER_IN_USE',
      `A server is starting or stopping in ${dataDir}. Try again in a moment.`,
      { cause: error },
    );
  }
}
