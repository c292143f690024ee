import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { requireOwner } from '../owner.mjs';
import { PlainError } from '../progress.mjs';
import { currentOf } from '../releases.mjs';
import { RELEASES } from '../root.mjs';
import { run } from '../run.mjs';
import { git, shortHash } from './git.mjs';
import { readFormer, readState } from './state.mjs';

/** Tags of releases, newest first. */
const releaseTags = (base) =>
  git(base, ['tag', '--list', 'v*', '--sort=-version:refname'])
    .split('\n')
    .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag));

/** The commit of a tag, branch or commit; a branch is that of the origin. */
function commitOf(base, target) {
  const names = [`refs/tags/${target}`, `refs/remotes/origin/${target}`, target];
  const found = names.map((name) =>
    git(base, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { mayFail: true }),
  );
  const commit = found.find(Boolean);
  if (commit) return commit;
  throw new PlainError(`There is no version ${target} in the repository.`);
}

function chooseTarget(base, given) {
  const interrupted = readState(base)?.target;
  const target = given ?? interrupted ?? releaseTags(base)[0];
  if (target !== undefined) return target;
  throw new PlainError('The repository has no release. Name a tag, a branch or a commit.');
}

/**
 * Puts the version into a folder of its own below the installation, and lets its own script go on. Resolves to
 * the exit code.
 */
export async function fetchVersion(base, options) {
  if (!existsSync(join(base, '.git'))) {
    throw new PlainError(`${base} is no git checkout: see "Upgrade" in docs/operations/backup.md`);
  }
  requireOwner('The new version goes into a folder of the installation', base);
  if (!options['no-fetch']) {
    console.log('Fetching the repository.');
    git(base, ['fetch', '--quiet', '--tags', '--force', 'origin']);
  }
  const target = chooseTarget(base, options.target);
  const commit = commitOf(base, target);
  const present = git(currentOf(base), ['rev-parse', 'HEAD']);
  if (commit === present && readState(base) === null) {
    console.log(`This is ${target} already (${shortHash(base, commit)}).`);
    return 0;
  }
  const { folder, isNew } = placeVersion(base, commit);
  const script = join(folder, 'scripts/upgrade.mjs');
  if (!existsSync(script)) {
    throw new PlainError(
      `${target} is from before npm run upgrade: it has to be put there by hand.`,
    );
  }
  const words = process.argv.slice(2).filter((word) => word !== options.target);
  const { code } = await run(process.execPath, [script, target, ...words, '--in', base], {
    cwd: base,
    timeoutMs: 24 * 3_600_000,
  });
  // An upgrade may have begun with it meanwhile.
  if (options.check && isNew && !usedFolders(base).includes(folder)) removeVersion(base, folder);
  return code;
}

/** What runs, what an upgrade is about to run, and what `--back` goes back to. */
const usedFolders = (base) => [currentOf(base), readState(base)?.to, readFormer(base)];

/** A checkout of the commit that nothing has changed; what an interrupted call left is made anew (`isNew`). */
export function placeVersion(base, commit) {
  const folder = join(base, RELEASES, shortHash(base, commit));
  const isWhole =
    existsSync(join(folder, '.git')) &&
    git(folder, ['rev-parse', 'HEAD'], { mayFail: true }) === commit &&
    git(folder, ['status', '--porcelain', '--untracked-files=no'], { mayFail: true }) === '';
  if (isWhole) return { folder, isNew: false };
  if (usedFolders(base).includes(folder)) {
    throw new PlainError(`Files of ${folder} were changed. Undo that: git -C ${folder} checkout .`);
  }
  removeVersion(base, folder);
  git(base, ['worktree', 'add', '--quiet', '--force', '--detach', folder, commit]);
  return { folder, isNew: true };
}

/** Removes a version that does not run. */
export function removeVersion(base, folder) {
  git(base, ['worktree', 'remove', '--force', '--force', folder], { mayFail: true });
  rmSync(folder, { recursive: true, force: true });
  git(base, ['worktree', 'prune']);
}
