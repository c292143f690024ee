import './lib/require-node.mjs';

const { join } = await import('node:path');
const { pathToFileURL } = await import('node:url');
const { ensureInstalled } = await import('./lib/install.mjs');
const { ensureBuilt, serverEntry } = await import('./lib/build.mjs');
const { exitWith } = await import('./lib/progress.mjs');
const { endOnSignals } = await import('./lib/run.mjs');

const release = endOnSignals();
try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  exitWith(error);
}
release();

await import(pathToFileURL(join(serverEntry, '..', 'admin-cli.js')).href);
