import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './root.mjs';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Resolves a package as Node does: next to the dependent, then in each parent folder. */
function isLocked(from, name) {
  const folders = from.split('/node_modules/');
  return folders.some((_, index) => {
    const folder = folders.slice(0, folders.length - index).join('/node_modules/');
    return packages[`${folder}/node_modules/${name}`];
  })
    ? true
    : Boolean(packages[`node_modules/${name}`]);
}

// A registry without the packages of other systems makes npm drop them from the lock, and then `npm
// ci` refuses the lock everywhere.
it('locks the optional packages of every system', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
  );
  expect(missing).toEqual([]);
});
