import './lib/require-node.mjs';

const { changedTests } = await import('./lib/changed-tests.mjs');
const { staticChecks } = await import('./lib/checks.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { exitWith, PlainError, seconds } = await import('./lib/progress.mjs');
const { endOnSignals, runTool } = await import('./lib/run.mjs');
const { makeTempFolder } = await import('./lib/temp-folder.mjs');

const temp = makeTempFolder();
process.on('exit', () => temp.remove());
const options = { env: { CI: 'true', TMPDIR: temp.path, NODE_ENV: 'test' }, output: 'collect' };

async function succeed(running) {
  const { code, output } = await running;
  if (code !== 0) throw new PlainError(output.trimEnd());
}

async function testWhatChanged() {
  const tests = changedTests();
  if (tests === undefined || tests.length > 0) {
    const args = ['run', '--reporter=dot', ...(tests ?? [])];
    await succeed(runTool('vitest/vitest.mjs', args, options));
  }
  return tests === undefined ? 'all' : `${tests.length} files`;
}

/** Runs the steps one after the other; returns how many failed. */
async function runLane(steps) {
  let failed = 0;
  for (const [title, work] of steps) {
    const began = performance.now();
    const took = () => seconds(performance.now() - began);
    try {
      const note = await work();
      console.log(`${title}: ok (${took()}${note ? `, ${note}` : ''})`);
    } catch (error) {
      failed += 1;
      console.error(`${error instanceof PlainError ? error.message : error.stack}`);
      console.error(`${title}: failed (${took()})`);
    }
  }
  return failed;
}

endOnSignals();
const began = performance.now();
await ensureInstalled().catch(exitWith);
// Two lanes for two cores: the longest step alone, beside all the others.
const failed = await Promise.all([
  runLane([['Tests of what changed', testWhatChanged]]),
  runLane(staticChecks(options, succeed)),
]);
const count = failed.reduce((sum, one) => sum + one);
console.log(`\n${count} failed, ${seconds(performance.now() - began)}`);
process.exitCode = count === 0 ? 0 : 1;
