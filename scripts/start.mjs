import './lib/require-node.mjs';

const { runBuilt } = await import('./lib/run-built.mjs');

// In this process: a single process to signal, watch and kill, and no second Node in memory.
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
await runBuilt('main.js');
