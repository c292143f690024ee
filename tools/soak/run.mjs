import '../../scripts/lib/require-node.mjs';

const { join } = await import('node:path');
const { ensureBuilt } = await import('../../scripts/lib/build.mjs');
const { ensurePrograms, variablesOf } = await import('../../scripts/lib/debian-programs.mjs');
const { ensureInstalled } = await import('../../scripts/lib/install.mjs');
const { exitWith } = await import('../../scripts/lib/progress.mjs');
const { endOnSignals, runTool } = await import('../../scripts/lib/run.mjs');

const LIMIT_MS = 6 * 60 * 60_000;
const script = join(import.meta.dirname, 'soak.mjs');
const args = process.argv.slice(2);

endOnSignals();
await ensureInstalled().then(ensureBuilt).catch(exitWith);
// The short form lives through no year.
const names = args.includes('--short') ? ['redis'] : ['redis', 'faketime'];
const programs = await ensurePrograms(...names).catch(exitWith);
const { code } = await runTool('tsx/dist/cli.mjs', [script, ...args], {
  timeoutMs: LIMIT_MS,
  env: variablesOf(programs),
});
process.exit(code);
