import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/root.mjs';

/** The text of a file of the checkout. */
export const read = (path) => readFileSync(join(root, path), 'utf8');

/** Paths of the files below a folder of the checkout that match, relative to it. */
export function filesBelow(folder, pattern) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map(({ name, parentPath }) => join(parentPath, name).slice(root.length + 1))
    .sort();
}
