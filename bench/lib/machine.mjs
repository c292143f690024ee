import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';

async function git(...args) {
  const { code, output } = await run('git', args, { output: 'collect' });
  return code === 0 ? output.trim() : null;
}

/** The commit that is measured; null outside a git checkout. */
async function commitOf() {
  const commit = await git('rev-parse', '--short', 'HEAD');
  if (commit === null) return null;
  const changed = await git('status', '--porcelain', '--', '.', ':!docs/performance.md');
  return changed === '' ? commit : `${commit} with changes`;
}

/** What the measurements ran on, without the name of the machine. */
export async function describeRun(postgres) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commit = await commitOf();
  return {
    date: new Date().toISOString().slice(0, 10),
    naru: commit === null ? version : `${version}, commit ${commit}`,
    node: process.versions.node,
    postgres,
    machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() || 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${type()} ${release().split('.').slice(0, 2).join('.')}`,
  };
}
