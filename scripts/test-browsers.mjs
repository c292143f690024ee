import './lib/require-node.mjs';

const { suites } = await import('./lib/browser-suites.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensurePrograms, variablesOf } = await import('./lib/debian-programs.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { runJourneys } = await import('./lib/journeys.mjs');
const { exitWith, PlainError, seconds } = await import('./lib/progress.mjs');
const { endOnSignals } = await import('./lib/run.mjs');
const { makeTempFolder, testFilesParent } = await import('./lib/temp-folder.mjs');

/** The suites that the command line names; all without a name. */
function readChosen() {
  const names = process.argv.slice(2);
  const known = suites.map(({ name }) => name);
  if (names.some((name) => !known.includes(name))) {
    throw new PlainError(`Usage: npm run test:browsers [-- ${known.join(' ')}]`);
  }
  return suites.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** Runs the suites one after the other, and resolves to the sums of their counts. */
async function runSuites(chosen, env) {
  const sums = { passed: 0, failed: 0 };
  for (const { name, folder, project } of chosen) {
    console.log(`\n${name}`);
    const began = performance.now();
    const { passed, failed, versions } = await runJourneys(folder, { project, env });
    const took = seconds(performance.now() - began);
    const where = versions.length > 0 ? ` in ${versions.join(', ')}` : '';
    console.log(`${name}: ${passed} passed, ${failed} failed${where} (${took})`);
    sums.passed += passed;
    sums.failed += failed;
  }
  return sums;
}

endOnSignals();
const temp = makeTempFolder(testFilesParent());
process.on('exit', () => temp.remove());
try {
  const chosen = readChosen();
  await ensureInstalled();
  const programs = await ensurePrograms(...new Set(chosen.flatMap(({ programs }) => programs)));
  await ensureBuilt();
  const env = { CI: 'true', NODE_ENV: 'test', TMPDIR: temp.path, ...variablesOf(programs) };
  const { passed, failed } = await runSuites(chosen, env);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
} catch (error) {
  exitWith(error);
}
