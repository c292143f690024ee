import '../../scripts/lib/require-node.mjs';

const { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } = await import('node:fs');
const { join } = await import('node:path');
const { parseArgs } = await import('node:util');
const { ensureInstalled } = await import('../../scripts/lib/install.mjs');
const { exitWith, PlainError, seconds } = await import('../../scripts/lib/progress.mjs');
const { killLast, readLedger } = await import('./report.mjs');
const { chosenMutants, planOf, targetFiles, versionOf } = await import('./plan.mjs');
const { faultsOf, judged, merged, percent, scoreOf } = await import('./report.mjs');
const { root } = await import('../../scripts/lib/root.mjs');
const { endAll, endOnSignals, runTool } = await import('../../scripts/lib/run.mjs');
const { makeTempFolder, testFilesParent } = await import('../../scripts/lib/temp-folder.mjs');

const USAGE = `Usage: npm run mutate [-- <options>]
  --only <glob>     only these files of tools/mutants/targets.mjs
  --sample <n>      at most n mutants of each file, --seed <s> chooses others
  --minutes <n>     stops after n minutes; the next run goes on from there
  --fresh           ignores what earlier runs found`;
const folder = join(root, '.cache', 'mutants');
const ledgerPath = join(folder, 'ledger.jsonl');
const recordPath = join(import.meta.dirname, 'mutants.json');
/** Without a line for so long the run hangs. */
const SILENCE_MS = 240_000;

function readArguments() {
  const options = {
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    fresh: { type: 'boolean', default: false },
  };
  try {
    const { values } = parseArgs({ options });
    for (const name of ['sample', 'minutes']) {
      if (!/^[1-9]\d{0,4}$/.test(values[name] ?? '1')) throw new Error(`--${name} takes a number.`);
    }
    return { ...values, sample: values.sample && Number(values.sample) };
  } catch (error) {
    throw new PlainError(`${error.message}\n${USAGE}`);
  }
}

const sizeOfLedger = () => statSync(ledgerPath, { throwIfNoEntry: false })?.size ?? 0;

/** Runs the tests of a plan until they end, hang or crash. */
async function runPlan(plan, temp) {
  const planPath = join(temp, 'plan.json');
  writeFileSync(planPath, JSON.stringify(plan));
  const began = Date.now();
  const ageOfLedger = () =>
    Date.now() - Math.max(began, statSync(ledgerPath, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const watch = setInterval(() => {
    if (ageOfLedger() > SILENCE_MS) endAll(1_000);
  }, 5_000);
  const config = join(import.meta.dirname, 'vitest.config.mjs');
  const { code, output } = await runTool('vitest/vitest.mjs', ['run', '--config', config], {
    timeoutMs: 11 * 60 * 60_000,
    output: 'collect',
    env: { CI: 'true', NODE_ENV: 'test', TMPDIR: temp, MUTANTS_PLAN: planPath },
  });
  clearInterval(watch);
  return { code, output };
}

/** Runs plans until every chosen mutant is judged or the time is over; a process that ends early is followed by another. */
async function runToTheEnd(chosen, deadline, temp) {
  for (;;) {
    const ledger = readLedger(ledgerPath, versionOf);
    const plan = planOf(chosen, ledger, { deadline, path: ledgerPath });
    if (plan === undefined || Date.now() > deadline) return;
    const pairs = Object.values(plan.mutants).flat().length;
    console.log(
      `${plan.files.length} files, ${plan.tests.length} test files, at most ${pairs} runs`,
    );
    const before = sizeOfLedger();
    const { code, output } = await runPlan(plan, temp);
    if (Date.now() > deadline) return;
    // A process that ended early has killed a mutant; otherwise the next one continues after the last
    // written result.
    if (code !== 0 && !killLast(ledgerPath) && sizeOfLedger() === before) {
      throw new PlainError(`${output}\nThe tests did not run.`);
    }
  }
}

function printResults(results, broken) {
  for (const { file, left, killed, tried } of results) {
    const rest = left.length > 0 ? `, ${left.length} left` : '';
    console.log(`${file}: ${killed.length} of ${tried.length}${rest}`);
  }
  for (const [test, failure] of broken)
    console.log(`Left out, as it fails by itself: ${test}: ${failure}`);
}

/** Updates tools/mutants/mutants.json and prints the score of all files; returns what is wrong. */
function record(results) {
  const recorded = JSON.parse(readFileSync(recordPath, 'utf8'));
  const targets = targetFiles();
  const next = merged(recorded, results, targets);
  writeFileSync(recordPath, `${JSON.stringify(next, null, 2)}\n`);
  const untried = targets.map(({ file }) => file).filter((file) => !next.files[file]);
  console.log(`All files: ${scoreOf(next, untried)}`);
  return faultsOf(results, recorded.alive);
}

endOnSignals();
try {
  const options = readArguments();
  await ensureInstalled();
  const chosen = chosenMutants(options);
  if (chosen.length === 0) throw new PlainError(`No file of the list fits ${options.only}.`);
  mkdirSync(folder, { recursive: true });
  if (options.fresh) rmSync(ledgerPath, { force: true });
  const temp = makeTempFolder(testFilesParent());
  process.on('exit', () => temp.remove());
  const began = performance.now();
  const deadline = Date.now() + options.minutes * 60_000;
  await runToTheEnd(chosen, deadline, temp.path);
  const ledger = readLedger(ledgerPath, versionOf);
  const results = judged(chosen, ledger);
  printResults(results, ledger.broken);
  const faults = record(results);
  for (const fault of faults) console.error(fault);
  const [tried, killed, left] = ['tried', 'killed', 'left'].map((key) =>
    results.reduce((total, one) => total + one[key].length, 0),
  );
  const score = percent(killed, tried - left);
  console.log(
    `${killed} of ${tried - left} mutants killed, ${score} (${seconds(performance.now() - began)})`,
  );
  if (left > 0) console.log(`${left} are left: run the command again.`);
  process.exitCode = faults.length > 0 || left > 0 || killed < 0.9 * tried ? 1 : 0;
} catch (error) {
  exitWith(error);
}
