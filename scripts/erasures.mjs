import './lib/require-node.mjs';

const { runBuilt } = await import('./lib/run-built.mjs');

await runBuilt('erasures-cli.js');
