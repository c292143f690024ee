import '../scripts/lib/require-node.mjs';

const { existsSync } = await import('node:fs');
const { join } = await import('node:path');
const { ensureBuilt } = await import('../scripts/lib/build.mjs');
const { ensureInstalled } = await import('../scripts/lib/install.mjs');
const { exitWith, PlainError } = await import('../scripts/lib/progress.mjs');
const { root } = await import('../scripts/lib/root.mjs');
const { endOnSignals, runTool } = await import('../scripts/lib/run.mjs');

const LIMIT_MS = 2 * 60 * 60_000;
const [name = 'all', ...rest] = process.argv.slice(2);
const script = join(root, 'bench', `${name}.mjs`);

endOnSignals();
if (!/^[\w-]+$/.test(name) || name === 'run' || !existsSync(script)) {
  exitWith(new PlainError('Usage: npm run bench [-- <name>]; bench/README.md lists the names.'));
}
await ensureInstalled().then(ensureBuilt).catch(exitWith);
const { code } = await runTool('tsx/dist/cli.mjs', [script, ...rest], { timeoutMs: LIMIT_MS });
process.exit(code);
