import { readFileSync } from 'node:fs';

/** The short hash of a commit in the file that the build writes beside the bundle; null without one. */
export function readCommit(file: URL): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return /^[0-9a-f]{7,40}$/.test(text) ? text : null;
  } catch {
    return null;
  }
}
