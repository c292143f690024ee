import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Packages of a lock file that come from a registry: `[{ path, name, version, licence, isProduction }]`. */
export function packagesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { name, version, license, dev = false }]) => ({
      path,
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      isProduction: !dev,
    }));
}

export const lockedPackages = () =>
  packagesOf(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));

/** Changes with any name or version, and with nothing else. */
export function fingerprintOf(packages) {
  const names = packages.map(({ name, version }) => `${name}@${version}`);
  return createHash('sha256')
    .update([...new Set(names)].sort().join('\n'))
    .digest('hex');
}

/**
 * The path of the locked package that `name` means in the package at the path `from`: next to it, else in
 * each folder above, as Node looks for it. Undefined when none is locked.
 */
export function findLocked(packages, from, name) {
  for (let at = from; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return undefined;
  }
}
