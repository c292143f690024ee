import './lib/require-node.mjs';

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

// In this process: a single process to signal, watch and kill, and no second Node in memory.
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
await import(pathToFileURL(serverEntry).href);
