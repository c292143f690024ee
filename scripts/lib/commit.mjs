import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The short hash of the commit of a checkout, or the one that SOURCE_COMMIT names where there is none, as
 * while an image is built; null when neither is known.
 */
export function commitOf(folder) {
  // A folder inside of another repository has none of its own.
  const isCheckout = existsSync(join(folder, '.git'));
  const found = isCheckout
    ? spawnSync('git', ['-C', folder, 'rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' })
    : { stdout: process.env.SOURCE_COMMIT };
  const commit = found.stdout?.trim() ?? '';
  return /^[0-9a-f]{7,40}$/.test(commit) ? commit : null;
}
