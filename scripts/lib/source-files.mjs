import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const FOLDERS = ['apps', 'packages', 'e2e', 'bench', 'scripts'];
/** What installs, builds and runs leave behind; the same names stand in .gitignore. */
const IGNORED = new Set(['node_modules', 'dist', 'data', '.cache', 'coverage', 'test-results']);

/** All files below a folder of the root. */
export function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return IGNORED.has(entry.name) ? [] : filesBelow(path);
    }
    return entry.isFile() ? [path] : [];
  });
}

/** Paths of all source files from the root, also in an archive without git. */
export function sourceFiles() {
  const ownFiles = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  return [...ownFiles, ...FOLDERS.flatMap(filesBelow)].sort();
}
