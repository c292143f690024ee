import './lib/require-node.mjs';

const { enterCurrent } = await import('./lib/releases.mjs');

if (!(await enterCurrent('start.mjs'))) {
  const { runBuilt } = await import('./lib/run-built.mjs');
  // Runs in this process: one process to signal, watch and kill, and no second Node in memory.
  process.env.NODE_ENV ??= 'production';
  process.setSourceMapsEnabled(true);
  await runBuilt('main.js');
}
