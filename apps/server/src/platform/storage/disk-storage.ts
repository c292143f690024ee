import { constants } from 'node:fs';
import { access, mkdir, open, opendir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { moveFileAtomically, writeFileAtomically } from '../atomic-file.ts';
import {
  exactLength,
  isObjectKey,
  type ListedObject,
  type ObjectStorage,
  requireObjectKey,
  type StoredObject,
} from './storage.ts';

/** Stores objects as files, in a folder per first two characters of the key. */
export function createDiskStorage(folder: string): ObjectStorage {
  const folderOf = (key: string) => join(folder, key.slice(0, 2).toLowerCase());
  const pathOf = (key: string) => join(folderOf(key), key);

  async function newPath(key: string): Promise<string> {
    requireObjectKey(key);
    await mkdir(folderOf(key), { recursive: true, mode: 0o700 });
    return pathOf(key);
  }

  async function putStream(key: string, body: Readable, size: number): Promise<void> {
    const path = await newPath(key);
    await writeFileAtomically(path, (draft) => writeAll(draft, body, size));
  }

  async function* list(): AsyncGenerator<ListedObject> {
    for (const name of await readdir(folder).catch(() => [])) yield* listPart(join(folder, name));
  }

  return {
    direct: null,
    put: async (key, bytes) => writeFileAtomically(await newPath(key), bytes),
    putFile: async (key, path) => moveFileAtomically(path, await newPath(key)),
    putStream,
    list,
    get: async (key) => (isObjectKey(key) ? openObject(pathOf(key)) : null),
    remove: async (keys) => {
      const known = keys.filter(isObjectKey);
      await Promise.all(known.map((key) => rm(pathOf(key), { force: true })));
    },
    check: async () => {
      const writable = mkdir(folder, { recursive: true, mode: 0o700 }).then(() =>
        access(folder, constants.R_OK | constants.W_OK),
      );
      return writable.then(() => 'up' as const).catch(() => 'down' as const);
    },
  };
}

async function* listPart(folder: string): AsyncGenerator<ListedObject> {
  const part = await opendir(folder).catch(nullWhenMissing);
  if (part === null) return;
  for await (const { name } of part) {
    // The sweep may have removed it meanwhile.
    const found = isObjectKey(name) && (await stat(join(folder, name)).catch(nullWhenMissing));
    if (found) yield { key: name, size: found.size, storedAt: found.mtime };
  }
}

async function writeAll(path: string, body: Readable, size: number): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  await pipeline(body, exactLength(size), file.createWriteStream());
}

/** Opens a file of this server; null when it is missing. Does not follow links: only this server writes here. */
export async function openObject(path: string): Promise<StoredObject | null> {
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
