import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killOwners, startOwner } from '../../testing/database-owner.ts';
import { acquireFolderLock, type FolderLock } from './lock.ts';

let folder: string;
const held: FolderLock[] = [];

async function acquire(dataDir = folder): Promise<FolderLock> {
  const lock = await acquireFolderLock(dataDir);
  held.push(lock);
  return lock;
}

/** Every name, size and modification time below a folder. */
async function fingerprint(path: string): Promise<string[]> {
  const names = await readdir(path, { recursive: true });
  const lines = await Promise.all(
    ['.', ...names].map(async (name) => {
      const { size, mtimeMs, ctimeMs } = await stat(join(path, name));
      return `${name} ${size} ${mtimeMs} ${ctimeMs}`;
    }),
  );
  return lines.sort();
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru lock '));
});

afterEach(async () => {
  await killOwners();
  await Promise.all(held.splice(0).map((lock) => lock.release()));
  await rm(folder, { recursive: true, force: true });
});

describe('acquireFolderLock', () => {
  it('refuses a folder in use, names the process and changes no byte [REL-03]', async () => {
    const owner = await startOwner(folder, 'lock');
    const before = await fingerprint(folder);
    await expect(acquire()).rejects.toMatchObject({
      name: 'DatabaseStartError',
      code: 'FOLDER_IN_USE',
      message: expect.stringContaining(`process ${owner.pid}`),
    });
    expect(await fingerprint(folder)).toEqual(before);
  });

  it('takes over a lock left by kill -9 at once [REL-03]', async () => {
    const owner = await startOwner(folder, 'lock');
    await owner.kill();
    await acquire();
    expect(await readdir(join(folder, 'server.lock'))).toHaveLength(1);
  });

  it('does not mistake a reused process id for the owner', async () => {
    await mkdir(join(folder, 'server.lock'));
    await writeFile(join(folder, 'server.lock', `${process.pid}-0123456789ab.sock`), '');
    await acquire();
  });

  it('refuses a second claim by the same process, and is free after the release', async () => {
    const lock = await acquireFolderLock(folder);
    await expect(acquireFolderLock(folder)).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
    await lock.release();
    await acquire();
  });

  it('gives a folder to at most one of many concurrent claims', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => acquire()));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    await Promise.all(held.splice(0).map((lock) => lock.release()));
    await acquire();
  });

  it('works in a folder whose path is longer than a socket address', async () => {
    const deep = join(folder, '가'.repeat(60), 'x'.repeat(80));
    await acquire(deep);
    await expect(acquireFolderLock(deep)).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
  });

  it('explains in one sentence that a folder cannot be used', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(acquire(join(folder, 'file'))).rejects.toMatchObject({
      code: 'FOLDER_UNUSABLE',
    });
  });
});
