import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASES } from '../root.mjs';

const pathIn = (base, name) => join(base, RELEASES, name);

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

function writeJson(path, value) {
  mkdirSync(join(path, '..'), { recursive: true });
  const draft = `${path}.new`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(draft, path);
}

/**
 * An upgrade that has begun to change the site and has not ended: `target`, the folders `from` and `to`, the
 * `backup` and when it was made, in milliseconds (`at`). Null without one.
 */
export const readState = (base) => readJson(pathIn(base, 'upgrade.json'));
export const writeState = (base, state) => writeJson(pathIn(base, 'upgrade.json'), state);
export const clearState = (base) => rmSync(pathIn(base, 'upgrade.json'), { force: true });

/** The folder of the version before; null without one, or when it is gone. */
export function readFormer(base) {
  const folder = readJson(pathIn(base, 'former.json'))?.folder;
  return folder !== undefined && existsSync(folder) ? folder : null;
}
export const writeFormer = (base, folder) => writeJson(pathIn(base, 'former.json'), { folder });

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `work` while no other upgrade of the installation runs; false where one does. */
export async function alone(base, work) {
  const lock = pathIn(base, 'upgrading');
  const holder = readJson(lock)?.pid;
  if (holder !== undefined && holder !== process.pid && isAlive(holder)) return false;
  writeJson(lock, { pid: process.pid });
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}
