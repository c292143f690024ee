import './lib/require-node.mjs';

const { parseArgs } = await import('node:util');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensurePrograms, variablesOf } = await import('./lib/debian-programs.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { runJourneys } = await import('./lib/journeys.mjs');
const { exitWith, PlainError, seconds } = await import('./lib/progress.mjs');
const { endOnSignals } = await import('./lib/run.mjs');
const { makeTempFolder, testFilesParent } = await import('./lib/temp-folder.mjs');

const USAGE =
  'Usage: npm run test:network [-- --network <name>] [--journey <words>] [--seed <number>]';
const OPTIONS = {
  network: { type: 'string' },
  journey: { type: 'string' },
  seed: { type: 'string', default: '1' },
};

/** The options of the command line. */
function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch {
    throw new PlainError(USAGE);
  }
}

endOnSignals();
const temp = makeTempFolder(testFilesParent());
process.on('exit', () => temp.remove());
try {
  const { network: project, journey, seed } = readOptions();
  const words = journey?.split(' ');
  await ensureInstalled();
  const programs = await ensurePrograms('chromium');
  await ensureBuilt();
  const env = {
    CI: 'true',
    NODE_ENV: 'test',
    TMPDIR: temp.path,
    NARU_E2E_SEED: seed,
    ...variablesOf(programs),
  };
  const began = performance.now();
  const reporter = './e2e/network/reporter.ts';
  const { passed, failed } = await runJourneys('network', {
    projects: project === undefined ? [] : [project],
    words,
    reporter,
    env,
  });
  const took = seconds(performance.now() - began);
  console.log(`\n${passed} passed, ${failed} failed (${took}), seed ${seed}`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
} catch (error) {
  exitWith(error);
}
