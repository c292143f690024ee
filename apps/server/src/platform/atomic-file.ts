import { randomBytes } from 'node:crypto';
import { copyFile, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a file atomically and durably. The folder must exist. Instead of data, a function may create
 * the file at the path that it gets.
 */
export function writeFileAtomically(
  path: string,
  data: Buffer | string | ((draft: string) => Promise<void>),
): Promise<void> {
  if (typeof data === 'function') return replaceFile(path, data);
  return replaceFile(path, (draft) => writeFile(draft, data, { flag: 'wx', mode: 0o600 }));
}

/** Moves a file atomically and durably, also across file systems. The target folder must exist. */
export async function moveFileAtomically(from: string, to: string): Promise<void> {
  // A rename across file systems fails; copy the bytes instead.
  await replaceFile(to, (draft) => rename(from, draft).catch(() => copyFile(from, draft)));
  await rm(from, { force: true });
}

async function replaceFile(path: string, create: (draft: string) => Promise<void>): Promise<void> {
  const folder = dirname(path);
  const draft = join(folder, `.new-${randomBytes(8).toString('hex')}`);
  try {
    await create(draft);
    await sync(draft, 'r+');
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Makes a rename or new file in this folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder for fsync.
  if (process.platform === 'win32') return;
  await sync(folder, 'r');
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
