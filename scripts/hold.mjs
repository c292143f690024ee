import './lib/require-node.mjs';

const { runBuilt } = await import('./lib/run-built.mjs');

process.argv.splice(2, 0, 'hold');
await runBuilt('outgoing-cli.js');
