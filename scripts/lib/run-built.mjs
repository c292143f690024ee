import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, serverEntry } from './build.mjs';
import { loadEnvFile } from './env-file.mjs';
import { ensureInstalled } from './install.mjs';
import { exitWith } from './progress.mjs';
import { endOnSignals } from './run.mjs';

/**
 * Reads the env file, installs and builds what is out of date, then runs a program of the server in
 * this process. With `makesEnvFile` the file may be missing even where ENV_FILE names it.
 */
export async function runBuilt(program, { makesEnvFile = false } = {}) {
  const release = endOnSignals();
  try {
    loadEnvFile({ mayBeMissing: makesEnvFile });
    await ensureInstalled();
    await ensureBuilt();
  } catch (error) {
    exitWith(error);
  }
  release();
  await import(pathToFileURL(join(serverEntry, '..', program)).href);
}
