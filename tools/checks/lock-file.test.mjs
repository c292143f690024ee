import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findLocked } from '../../scripts/lib/locked-packages.mjs';
import { root } from '../../scripts/lib/root.mjs';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

// A registry without the packages of other systems makes npm drop them from the lock, and then `npm
// ci` refuses the lock everywhere.
it('locks the optional packages of every system', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !findLocked(packages, path, name)),
  );
  expect(missing).toEqual([]);
});
