import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, findStale, serverEntry } from './build.mjs';
import { loadEnvFile } from './env-file.mjs';
import { ensureInstalled, isUpToDate } from './install.mjs';
import { exitWith } from './progress.mjs';
import { home } from './root.mjs';
import { endOnSignals } from './run.mjs';

/**
 * Reads the env file, installs and builds what is out of date, then runs a program of the server in
 * this process. With `makesEnvFile` the file may be missing even where ENV_FILE names it. `asItIs` runs what was
 * built and names what is out of date in NARU_STALE.
 */
export async function runBuilt(program, { makesEnvFile = false, asItIs = false } = {}) {
  const release = endOnSignals();
  const path = join(serverEntry, '..', program);
  process.env.NARU_HOME = home;
  try {
    loadEnvFile({ mayBeMissing: makesEnvFile || asItIs });
    if (asItIs && existsSync(path)) {
      const stale = isUpToDate() ? findStale() : ['node_modules', ...findStale()];
      process.env.NARU_STALE = JSON.stringify(stale);
    } else {
      await ensureInstalled();
      await ensureBuilt();
    }
  } catch (error) {
    exitWith(error);
  }
  release();
  await import(pathToFileURL(path).href);
}
