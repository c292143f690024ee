import { stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The folder, or the nearest one above it that is there. */
export async function findExisting(folder: string): Promise<string> {
  const isThere = await stat(folder).then(Boolean, () => false);
  const parent = dirname(resolve(folder));
  return isThere || parent === resolve(folder) ? folder : findExisting(parent);
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
