import './lib/require-node.mjs';

const { join } = await import('node:path');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensurePrograms } = await import('./lib/debian-programs.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { exitWith } = await import('./lib/progress.mjs');
const { root } = await import('./lib/root.mjs');
const { endOnSignals, runTool } = await import('./lib/run.mjs');

const LIMIT_MS = 6 * 60 * 60_000;
const script = join(root, 'bench', 'soak', 'soak.mjs');
const args = process.argv.slice(2);

endOnSignals();
await ensureInstalled().then(ensureBuilt).catch(exitWith);
const { redis } = await ensurePrograms('redis').catch(exitWith);
const { code } = await runTool('tsx/dist/cli.mjs', [script, ...args], {
  timeoutMs: LIMIT_MS,
  env: { REDIS_SERVER_PATH: redis },
});
process.exit(code);
