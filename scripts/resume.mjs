import './lib/require-node.mjs';

const { runBuilt } = await import('./lib/run-built.mjs');
await runBuilt('resume-cli.js');
