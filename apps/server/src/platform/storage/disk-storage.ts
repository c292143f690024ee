import { constants } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { moveFileAtomically, writeFileAtomically } from '../atomic-file.ts';
import { isObjectKey, type ObjectStorage, type StoredObject } from './storage.ts';

/** Stores objects as files, in a folder per first two characters of the key. */
export function createDiskStorage(folder: string): ObjectStorage {
  const folderOf = (key: string) => join(folder, key.slice(0, 2).toLowerCase());
  const pathOf = (key: string) => join(folderOf(key), key);

  async function newPath(key: string): Promise<string> {
    if (!isObjectKey(key)) throw new Error('Not a key of an object');
    await mkdir(folderOf(key), { recursive: true, mode: 0o700 });
    return pathOf(key);
  }

  return {
    put: async (key, bytes) => writeFileAtomically(await newPath(key), bytes),
    putFile: async (key, path) => moveFileAtomically(path, await newPath(key)),
    get: async (key) => (isObjectKey(key) ? openObject(pathOf(key)) : null),
    remove: async (keys) => {
      const known = keys.filter(isObjectKey);
      await Promise.all(known.map((key) => rm(pathOf(key), { force: true })));
    },
  };
}

/** Does not follow links: only this server writes here. */
async function openObject(path: string): Promise<StoredObject | null> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(
    nullWhenMissing,
  );
  if (file === null) return null;
  const stat = await file.stat();
  if (!stat.isFile()) {
    await file.close();
    return null;
  }
  return {
    size: stat.size,
    open: (range) => file.createReadStream({ ...range, autoClose: true }),
    close: async () => {
      await file.close().catch(() => undefined);
    },
  };
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ELOOP' || error.code === 'ENOTDIR') return null;
  throw error;
}
