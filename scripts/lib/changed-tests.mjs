import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { root } from './root.mjs';
import { sourceFiles } from './source-files.mjs';

const TEST = /\.test\.(ts|tsx|mjs)$/;
/** Tests of the whole server; they take minutes and run in `npm test` alone. */
const WHOLE_SERVER = 'apps/server/src/tests';

/** The unit that is tested together: a feature or page folder, otherwise the file's folder. */
export function roomOf(file) {
  return /^apps\/\w+\/src\/(features|pages)\/[^/]+/.exec(file)?.[0] ?? dirname(file);
}

/** The name of a feature, which is the same in contract, server and web. */
function featureOf(file) {
  return (
    /^packages\/contract\/src\/([^./]+)/.exec(file)?.[1] ??
    /^apps\/\w+\/src\/features\/([^/]+)/.exec(file)?.[1]
  );
}

function isTestOf(test, file) {
  if (test === file) return true;
  const isContract = file.startsWith('packages/contract/');
  return (
    (roomOf(test) === roomOf(file) && roomOf(file) !== WHOLE_SERVER && !isContract) ||
    (isContract && featureOf(test) === featureOf(file))
  );
}

/** Returns those of `tests` that are next to a changed file, or in the feature of its name. */
export function testsOf(changed, tests) {
  return tests.filter((test) => changed.some((file) => isTestOf(test, file)));
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/** Files that differ from the main branch, or on it from the last commit; undefined without git. */
function changedFiles() {
  const base = git('merge-base', 'HEAD', 'main')?.trim() ?? 'HEAD';
  const changed = git('diff', '--name-only', '-z', base);
  const added = git('ls-files', '-z', '--others', '--exclude-standard');
  return changed === undefined || added === undefined
    ? undefined
    : `${changed}${added}`.split('\0').filter(Boolean);
}

/** Paths of the test files of what changed; undefined when that cannot be determined. */
export function changedTests() {
  const changed = changedFiles();
  return (
    changed &&
    testsOf(
      changed,
      sourceFiles().filter((file) => TEST.test(file)),
    )
  );
}
