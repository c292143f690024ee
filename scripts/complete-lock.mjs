import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLocked } from './lib/locked-packages.mjs';
import { root } from './lib/root.mjs';

/*
 * Run this after a change of dependencies. A registry without the packages of other systems makes
 * npm drop them from the lock file, and `npm ci` then refuses the lock file everywhere. This script
 * adds them again: version as requested, system and processor from the name.
 */
const SYSTEMS = 'darwin linux win32 freebsd openbsd netbsd android aix sunos'.split(' ');
const PROCESSORS = 'x64 arm64 arm ia32 ppc64 s390x riscv64 loong64 wasm32'.split(' ');

const path = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const { packages } = lock;

function entryOf(name, range, dev) {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  return {
    version: range.replace(/^[^\d]*/, ''),
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}

let added = 0;
for (const [from, { optionalDependencies = {}, dev = false }] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    if (findLocked(packages, from, name)) continue;
    packages[`node_modules/${name}`] = entryOf(name, range, dev);
    added += 1;
  }
}
const [first, ...others] = Object.entries(packages);
others.sort(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries([first, ...others]);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other systems named in the lock file.`);
