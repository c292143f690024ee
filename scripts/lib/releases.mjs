import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { home, RELEASES, root } from './root.mjs';

const linkIn = (base, name) => join(base, RELEASES, name);

/** The folder of the version that an installation runs: the installation itself until its first upgrade. */
export function currentOf(base) {
  const link = linkIn(base, 'current');
  return existsSync(link) ? realpathSync(link) : base;
}

/** Makes a folder the current version of an installation, in one step. */
export function makeCurrent(base, folder) {
  const link = linkIn(base, 'current');
  if (folder === base) {
    rmSync(link, { force: true });
    return;
  }
  const draft = `${link}.${randomBytes(4).toString('hex')}`;
  symlinkSync(relative(join(base, RELEASES), folder), draft);
  renameSync(draft, link);
}

/**
 * Runs a script of the current version in its place; false where this is the current version. Call it before
 * anything else: this version may be older.
 */
export async function enterCurrent(script) {
  const current = currentOf(home);
  if (root !== home || current === home) return false;
  await import(pathToFileURL(join(current, 'scripts', script)).href);
  return true;
}

/** Version and commit of a folder, such as `0.6.0 (abc12345)`. */
export function programText(folder, commit) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return commit === null ? version : `${version} (${commit})`;
}
