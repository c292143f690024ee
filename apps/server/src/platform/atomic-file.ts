import { randomBytes } from 'node:crypto';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes a file atomically and durably. The folder must exist. */
export async function writeFileAtomically(path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.new-${randomBytes(8).toString('hex')}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Moves a file atomically and durably, also across file systems. The target folder must exist. */
export async function moveFileAtomically(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const temporary = join(folder, `.new-${randomBytes(8).toString('hex')}`);
  try {
    // A rename across file systems fails; copy the bytes instead.
    await rename(from, temporary).catch(() => copyFile(from, temporary));
    const file = await open(temporary, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, to);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await rm(from, { force: true });
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder for fsync.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
