import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const FOLDERS = ['apps', 'packages', 'e2e', 'bench', 'scripts', 'tools', 'deploy'];
/** Output of installs, builds and runs; keep in sync with .gitignore. */
const IGNORED = new Set(['node_modules', 'dist', 'data', '.cache', 'coverage', 'test-results']);

/** All files below a folder of the root. */
export function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Paths of all source files relative to the root; also works in an archive without git. */
export function sourceFiles() {
  const ownFiles = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  return [...ownFiles, ...FOLDERS.flatMap(filesBelow)].sort();
}
