import { spawnSync } from 'node:child_process';
import { PlainError } from '../progress.mjs';

/** Runs git in a folder. Returns its output, or null where it fails and `mayFail`; else throws a PlainError. */
export function git(folder, words, { mayFail = false } = {}) {
  const done = spawnSync('git', ['-C', folder, ...words], { encoding: 'utf8' });
  if (done.status === 0) return done.stdout.trim();
  if (mayFail) return null;
  const reason = (done.stderr ?? done.error?.message ?? '').trim();
  throw new PlainError(`git ${words[0]} failed in ${folder}: ${reason}`);
}

/** The short hash of a commit, as builds note it. */
export const shortHash = (folder, commit) => git(folder, ['rev-parse', '--short=8', commit]);
