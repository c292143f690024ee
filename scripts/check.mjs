import './lib/require-node.mjs';

const { changedTests } = await import('./lib/changed-tests.mjs');
const { runLane, staticChecks, succeed } = await import('./lib/checks.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { exitWith, seconds } = await import('./lib/progress.mjs');
const { endOnSignals, runTool } = await import('./lib/run.mjs');
const { makeTempFolder, testFilesParent } = await import('./lib/temp-folder.mjs');

const temp = makeTempFolder(testFilesParent());
process.on('exit', () => temp.remove());
const env = { CI: 'true', TMPDIR: temp.path, NODE_ENV: 'test' };

async function testWhatChanged() {
  const tests = changedTests();
  if (tests === undefined || tests.length > 0) {
    const args = ['run', '--reporter=dot', ...(tests ?? [])];
    await succeed(runTool('vitest/vitest.mjs', args, { env, output: 'collect' }));
  }
  return tests === undefined ? 'all' : `${tests.length} files`;
}

endOnSignals();
const began = performance.now();
await ensureInstalled().catch(exitWith);
// Two lanes for two cores: the longest step alone, beside all the others.
const failed = await Promise.all([
  runLane([['Tests of what changed', testWhatChanged]]),
  runLane(staticChecks({ env }).flat()),
]);
const count = failed.reduce((sum, one) => sum + one);
console.log(`\n${count} failed, ${seconds(performance.now() - began)}`);
process.exitCode = count === 0 ? 0 : 1;
