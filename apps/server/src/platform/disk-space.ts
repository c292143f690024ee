import { stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errnoOf } from './database/errors.ts';

/** The folder, or the nearest one above it that this process sees. */
export async function findExisting(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    if (!['ENOENT', 'EACCES'].includes(errnoOf(error))) throw error;
    return findExisting(dirname(resolve(folder)));
  }
}

/** Bytes of the file system that holds the folder, or will hold it once it is made; null where it does not say. */
export async function readDisk(folder: string): Promise<{ free: number; size: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(await findExisting(folder));
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}
