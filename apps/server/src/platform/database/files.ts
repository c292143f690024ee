import type { Stats } from 'node:fs';
import { lchown, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from './errors.ts';

export interface Owner {
  uid: number;
  gid: number;
}

/** Visits the folder and everything below it; does not follow links. */
export async function eachEntry(
  path: string,
  visit: (path: string, entry: Stats) => Promise<void>,
): Promise<void> {
  const entry = await lstat(path);
  await visit(path, entry);
  if (entry.isDirectory()) {
    for (const name of await readdir(path)) await eachEntry(join(path, name), visit);
  }
}

export function giveTo(path: string, owner: Owner): Promise<void> {
  return eachEntry(path, (each) => lchown(each, owner.uid, owner.gid));
}

export async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error))) return null;
    throw error;
  }
}
