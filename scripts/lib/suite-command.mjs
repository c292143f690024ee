import { ensureBuilt } from './build.mjs';
import { ensurePrograms, variablesOf } from './debian-programs.mjs';
import { ensureInstalled } from './install.mjs';
import { runJourneys } from './journeys.mjs';
import { exitWith, PlainError, seconds } from './progress.mjs';
import { endOnSignals } from './run.mjs';
import { makeTempFolder, testFilesParent } from './temp-folder.mjs';

/**
 * Runs suites of browser-suites.mjs, those that the command line names or all, and ends with an exit code. With
 * `takesWords` all other words choose journeys by their titles.
 */
export async function runSuiteCommand(command, suites, { takesWords = false, reporter } = {}) {
  endOnSignals();
  const temp = makeTempFolder(testFilesParent());
  process.on('exit', () => temp.remove());
  try {
    const { chosen, words } = readArguments(command, suites, takesWords);
    await ensureInstalled();
    const programs = await ensurePrograms(...new Set(chosen.flatMap(({ programs }) => programs)));
    await ensureBuilt();
    const env = { CI: 'true', NODE_ENV: 'test', TMPDIR: temp.path, ...variablesOf(programs) };
    const { passed, failed } = await runSuites(chosen, { env, words, reporter });
    console.log(`\n${passed} passed, ${failed} failed`);
    process.exit(failed === 0 && passed > 0 ? 0 : 1);
  } catch (error) {
    exitWith(error);
  }
}

function readArguments(command, suites, takesWords) {
  const known = suites.map(({ name }) => name);
  const given = process.argv.slice(2);
  const words = given.filter((word) => !known.includes(word));
  if (words.length > 0 && !takesWords) {
    throw new PlainError(`Usage: npm run ${command} [-- ${known.join(' ')}]`);
  }
  const isNamed = words.length < given.length;
  return { words, chosen: suites.filter(({ name }) => !isNamed || given.includes(name)) };
}

/** Runs the suites one after the other, and resolves to the sums of their counts. */
async function runSuites(chosen, options) {
  const sums = { passed: 0, failed: 0 };
  for (const { name, folder, project } of chosen) {
    console.log(`\n${name}`);
    const began = performance.now();
    const { passed, failed, versions } = await runJourneys(folder, {
      projects: [project],
      ...options,
    });
    const took = seconds(performance.now() - began);
    const where = versions.length > 0 ? ` in ${versions.join(', ')}` : '';
    console.log(`${name}: ${passed} passed, ${failed} failed${where} (${took})`);
    sums.passed += passed;
    sums.failed += failed;
  }
  return sums;
}
