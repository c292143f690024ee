import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isOwner, requireOwner } from './owner.mjs';
import { PlainError, withProgress } from './progress.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const LOCK = join(root, 'package-lock.json');
const STAMP = join(root, 'node_modules', '.naru-installed');
const HIDDEN_LOCK = join(root, 'node_modules', '.package-lock.json');

function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function stampOf(lockText) {
  const hash = createHash('sha256').update(lockText).digest('hex');
  return `${hash} ${process.platform}-${process.arch}\n`;
}

function isForThisMachine({ os, cpu, libc }) {
  const fits = (list, own) => !list || list.includes(own);
  return fits(os, process.platform) && fits(cpu, process.arch) && !libc;
}

/** Whether npm's hidden lock file agrees with the lock (for an install by hand). */
export function isInstalled(lockText, hiddenText) {
  if (!hiddenText) return false;
  const wanted = JSON.parse(lockText).packages;
  const present = JSON.parse(hiddenText).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = present[path];
    if (!found) {
      return Boolean(entry.optional || entry.peer) && !(entry.os && isForThisMachine(entry));
    }
    return found.version === entry.version && Boolean(found.link) === Boolean(entry.link);
  });
}

function npmCommand() {
  const script = process.env.npm_execpath;
  return script && basename(script).startsWith('npm-cli')
    ? [process.execPath, [script]]
    : ['npm', []];
}

/** Runs the npm that started this command, else the one of the path; collects its output. */
export function runNpm(words, options) {
  const [command, first] = npmCommand();
  return run(command, [...first, ...words], { output: 'collect', ...options });
}

/** Installs what the lock file of a folder names. */
export async function runNpmCi(folder, title, options) {
  const words = ['ci', ...options, '--no-audit', '--no-fund'];
  await withProgress(title, async () => {
    const result = await runNpm(words, { timeoutMs: 20 * 60_000, cwd: folder });
    if (result.code !== 0) {
      throw new PlainError(`${result.output}\nThe packages could not be installed.`);
    }
  });
}

/** Whether the installed packages are those of the lock file. */
export function isUpToDate(lockText = readFileSync(LOCK, 'utf8')) {
  return (
    readOrEmpty(STAMP) === stampOf(lockText) || isInstalled(lockText, readOrEmpty(HIDDEN_LOCK))
  );
}

/** Installs the locked packages when they are missing or differ from the lock. */
export async function ensureInstalled() {
  const lockText = readFileSync(LOCK, 'utf8');
  const stamp = stampOf(lockText);
  if (readOrEmpty(STAMP) === stamp) return;
  if (!isUpToDate(lockText)) {
    requireOwner('The packages differ from the lock file');
    // The build needs the development packages, regardless of NODE_ENV.
    await runNpmCi(root, 'Installing packages (npm ci)', ['--include=dev']);
  }
  if (isOwner()) writeFileSync(STAMP, stamp);
}
