import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { requireOwner } from './owner.mjs';
import { PlainError, withProgress } from './progress.mjs';
import { root } from './root.mjs';
import { runTool } from './run.mjs';

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

const SHARED = ['package-lock.json', 'tsconfig.base.json', 'packages/contract', 'packages/demo'];
/** The guide is part of the web app, and its texts are what other Markdown is not: inputs. */
const guideFiles = () =>
  readdirSync(join(root, 'docs/guide'), { recursive: true })
    .filter((name) => name.includes('.'))
    .map((name) => `docs/guide/${name}`);
const TARGETS = [
  { title: 'Building the web app', folder: 'apps/web', result: 'index.html', also: guideFiles },
  { title: 'Building the server', folder: 'apps/server', result: 'main.js' },
];
/** Folders without build inputs. */
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'migrations', '.cache']);
const SKIPPED_FILES = /\.(test\.tsx?|fixture\.ts|md)$/;

function filesBelow(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const child = join(path, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : filesBelow(child);
    return SKIPPED_FILES.test(entry.name) ? [] : [child];
  });
}

/** A hash over the names and contents of all build inputs. */
function contentHash(paths) {
  const hash = createHash('sha256');
  const files = paths.flatMap((path) => {
    const full = join(root, path);
    return path.includes('.') ? [full] : filesBelow(full);
  });
  for (const file of files.sort()) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function stateOf({ folder, result, also = () => [] }) {
  const output = join(root, folder, 'dist');
  const stampFile = join(output, '.built-from');
  const stamp = contentHash([...SHARED, ...also(), folder]);
  const isStamped = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  return { stampFile, stamp, isFresh: isStamped && existsSync(join(output, result)) };
}

/** Folders whose build is missing or out of date. */
export const findStale = () =>
  TARGETS.filter((target) => !stateOf(target).isFresh).map(({ folder }) => folder);

async function build(target, options) {
  const { title, folder } = target;
  const { stampFile, stamp, isFresh } = stateOf(target);
  if (isFresh) return;
  requireOwner('The build is not that of the checkout');
  // Removed first: an interrupted build must not look finished.
  rmSync(stampFile, { force: true });
  await withProgress(title, async () => {
    const { code, output: text } = await runTool('vite/bin/vite.js', ['build'], {
      cwd: join(root, folder),
      output: 'collect',
      env: { NODE_ENV: 'production' },
      ...options,
    });
    if (code !== 0) throw new PlainError(`${text}\n${title} failed.`);
  });
  writeFileSync(stampFile, stamp);
}

/** Builds whatever is out of date; takes a fraction of a second when nothing is. `options`: those of `run`. */
export async function ensureBuilt(options = {}) {
  for (const target of TARGETS) await build(target, options);
  noteCommit();
}

/** Beside the bundle, which is the same for commits that change nothing in it. */
function noteCommit() {
  const commit = commitOf(root);
  const file = join(serverEntry, '../commit');
  if (commit === null || (existsSync(file) && readFileSync(file, 'utf8') === commit)) return;
  try {
    writeFileSync(file, commit);
  } catch (error) {
    // Of another owner, whose build is not out of date.
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  }
}

/** The built server, to be imported or run. */
export const serverEntry = join(root, 'apps', 'server', 'dist', 'main.js');
