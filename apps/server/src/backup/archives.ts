import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Names sort by time. */
const NAME = /^naru-\d{8}T\d{6}Z(?:-[a-z0-9-]+)?\.tar\.gz(?:\.age)?$/;
const DRAFT = /^\.new-[0-9a-f]{16}$/;

/** Path of a new archive in the folder; `why` is part of its name, such as `before-upgrade`. */
export function archivePath(folder: string, now: Date, isEncrypted: boolean, why?: string): string {
  const at = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const ending = isEncrypted ? '.age' : '';
  return join(folder, `naru-${at}${why === undefined ? '' : `-${why}`}.tar.gz${ending}`);
}

/** Removes all but the newest archives, and what interrupted runs have left; returns the names. */
export async function removeOldArchives(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  const archives = names.filter((name) => NAME.test(name));
  const old = archives.slice(0, Math.max(0, archives.length - keep));
  const drafts = names.filter((name) => DRAFT.test(name));
  await Promise.all([...old, ...drafts].map((name) => rm(join(folder, name), { force: true })));
  return old;
}
