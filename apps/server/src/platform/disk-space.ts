import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Bytes of the file system that holds the folder, or will hold it once it is made; null where it does not say. */
export async function readDisk(folder: string): Promise<{ free: number; size: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch (error) {
    const parent = dirname(resolve(folder));
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing && parent !== resolve(folder) ? readDisk(parent) : null;
  }
}
