import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, serverEntry } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { exitWith } from './progress.mjs';
import { endOnSignals } from './run.mjs';

/** Installs and builds what is out of date, then runs a program of the server in this process. */
export async function runBuilt(program) {
  const release = endOnSignals();
  await ensureInstalled().then(ensureBuilt).catch(exitWith);
  release();
  await import(pathToFileURL(join(serverEntry, '..', program)).href);
}
