import './lib/require-node.mjs';

const { ensureBuilt } = await import('./lib/build.mjs');
const { exitWith } = await import('./lib/progress.mjs');

await ensureBuilt().catch(exitWith);
