import './lib/require-node.mjs';

const { mkdirSync, readdirSync, rmSync } = await import('node:fs');
const { join } = await import('node:path');
const { suites } = await import('./lib/browser-suites.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { runLane, staticChecks } = await import('./lib/checks.mjs');
const { ensurePrograms, variablesOf } = await import('./lib/debian-programs.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { runJourneys } = await import('./lib/journeys.mjs');
const { PlainError, seconds } = await import('./lib/progress.mjs');
const { root } = await import('./lib/root.mjs');
const { endOnSignals, runTool } = await import('./lib/run.mjs');
const { runSmallBenches } = await import('./lib/small-benches.mjs');
const { makeTempFolder, testFilesParent } = await import('./lib/temp-folder.mjs');
const { playwrightTotals, vitestTotals } = await import('./lib/totals.mjs');
const { faultsOfBuild } = await import('./lib/web-weight.mjs');

const reports = join(root, '.cache', 'test-reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
const temp = makeTempFolder(testFilesParent());
const isWhole = process.argv.includes('--whole');
/** Parts of paths: only the test files that have one of them in their path run, also those of the whole run. */
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
/** The tests that need Prometheus. */
const ALERTS = [
  'deploy/alerts.whole.test.mjs',
  'apps/server/src/boot/metrics.prometheus.whole.test.ts',
];
/** Also what `npm test` leaves out to stay short. */
const runsEverything = isWhole || words.length > 0;
const journeys = readdirSync(join(root, 'e2e'))
  .filter((name) => name.endsWith('.spec.ts') && words.some((word) => name.includes(word)))
  .map((name) => `e2e/${name}`);
const env = {
  CI: 'true',
  TMPDIR: temp.path,
  NODE_ENV: 'test',
  // `short`: without journeys that repeat others, without `*.whole.test.*`, and with fewer pairs.
  NARU_TESTS: runsEverything ? '' : 'short',
};
let programs = {};
/** The result of installing programs: `found`, or the `problem`. */
let ownPrograms = Promise.resolve({});
let otherEngines = Promise.resolve({});
let otherTotals = { passed: 0, failed: 0 };
let benchTotals = { passed: 0, failed: 0 };

/** Parts of the whole run take an hour on a slow machine. */
const hours = runsEverything ? { timeoutMs: 120 * 60_000 } : {};
/** Takes only what the tests leave of the processors. */
const beside = { env, patient: true };

async function runStaticChecks() {
  const failed = await Promise.all(staticChecks(beside).map(runLane));
  return failed.every((count) => count === 0);
}

async function runVitest() {
  await awaitPrograms();
  const chosen = words.length > 0 ? [...words, '--passWithNoTests'] : [];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const { code } = await runTool('vitest/vitest.mjs', ['run', ...chosen, ...reporters], {
    env: { ...env, ...variablesOf(programs) },
    ...hours,
  });
  return code === 0;
}

async function runPlaywright() {
  const report = {
    CHROMIUM_PATH: programs.chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
  };
  const args = ['test', ...journeys, '--reporter=list,json'];
  const { code } = await runTool('@playwright/test/cli.js', args, {
    env: { ...env, ...report },
    ...hours,
  });
  return code === 0;
}

const settled = (work) =>
  work.then(
    (found) => ({ found }),
    (problem) => ({ problem }),
  );

/** Downloads and unpacks programs meanwhile, and while the static checks begin. */
async function ensurePackages() {
  // The tests of alert rules are part of the whole run, as others of the machinery.
  const isNeeded = isWhole || words.some((word) => ALERTS.some((path) => path.includes(word)));
  const more = isNeeded ? ['prometheus', 'promtool'] : [];
  ownPrograms = settled(ensurePrograms('chromium', 'redis', ...more));
  await ensureInstalled();
}

async function awaitPrograms() {
  const { found, problem } = await ownPrograms;
  if (problem) throw problem;
  programs = found;
  // Installed while other steps run, as it takes a minute.
  if (isWhole) otherEngines = settled(ensurePrograms(...suites.flatMap((suite) => suite.programs)));
}

/** Builds, and fails when the web app outgrows its limits. */
async function buildWithinLimits() {
  await ensureBuilt({ patient: true });
  const faults = faultsOfBuild();
  for (const fault of faults) console.error(`Web app: ${fault}`);
  return faults.length === 0;
}

/** A journey in each of the other engines; `npm run test:browsers` runs a dozen. */
async function runOtherEngines() {
  const { found, problem } = await otherEngines;
  if (problem) {
    console.log(`Not run: ${problem.message}`);
    return true;
  }
  otherTotals = await runJourneys('engines', {
    projects: suites.map(({ project }) => project),
    words: ['writes', 'post', 'picture'],
    ...hours,
    env: { ...env, ...variablesOf(found) },
  });
  return otherTotals.failed === 0 && otherTotals.passed === suites.length;
}

async function runBenches() {
  const { redis, chromium } = programs;
  benchTotals = await runSmallBenches({ ...env, ...variablesOf({ redis, chromium }) });
  return benchTotals.failed === 0;
}

async function checkAndBuild() {
  const areClean = await runPart(['Static checks', runStaticChecks]);
  const isBuilt = await runPart(['Build', buildWithinLimits]);
  return areClean && isBuilt;
}

const matching = [
  [['Packages', ensurePackages]],
  [['Unit and API tests', runVitest]],
  ...(journeys.length > 0
    ? [[['Build', buildWithinLimits]], [['Browser tests', runPlaywright]]]
    : []),
];

/** Parts of a step run at the same time: what one leaves of the processors the others use. */
const allSteps = [
  [['Packages', ensurePackages]],
  [
    ['Static checks and build', checkAndBuild],
    ['Unit and API tests', runVitest],
  ],
  [['Browser tests', runPlaywright]],
  ...(isWhole ? [[['Firefox and WebKit', runOtherEngines]], [['Bench, small', runBenches]]] : []),
];

const steps = words.length > 0 ? matching : allSteps;

/** Runs a part and prints how it went. It fails when it returns false or throws. */
async function runPart([title, work]) {
  const began = performance.now();
  const ok = await work().catch((error) => {
    console.error(error instanceof PlainError ? error.message : error);
    return false;
  });
  const took = seconds(performance.now() - began);
  console.log(ok === false ? `${title} failed after ${took}.` : `${title}: ok (${took})`);
  return ok !== false;
}

/** Runs the steps in order; after one that failed none follows. */
async function runSteps() {
  for (const [index, parts] of steps.entries()) {
    const titles = parts.map(([title]) => title).join(' | ');
    console.log(`\n[${index + 1}/${steps.length}] ${titles}`);
    const results = await Promise.all(parts.map(runPart));
    if (!results.every(Boolean)) return false;
  }
  return true;
}

endOnSignals();
process.on('exit', () => temp.remove());
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const ok = await runSteps();
const [unit, browser] = [vitestTotals(vitestReport), playwrightTotals(playwrightReport)];
const totals = [unit, browser, otherTotals, benchTotals];
const passed = totals.reduce((sum, one) => sum + one.passed, 0);
const failedTests = totals.reduce((sum, one) => sum + one.failed, 0);
// A step that failed without a failed test (types, a crash) counts as a failure too.
const failed = ok ? failedTests : Math.max(failedTests, 1);
process.exitCode = ok && failed === 0 && passed > 0 ? 0 : 1;
console.log(`\n${passed} passed, ${failed} failed`);
