import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveKind } from '@naru/contract/backups';

/** Names sort by time; archives with a reason in their name do not count towards the number to keep. */
const NAME = /^naru-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-([a-z0-9-]+))?\.tar\.gz(\.age)?$/;
/** Reasons in names. */
const REASONS: Record<string, ArchiveKind> = { manual: 'MANUAL', 'before-upgrade': 'UPGRADE' };
const DRAFT = /^\.new-[0-9a-f]{16}$/;
/** Longer than a backup takes. */
const DRAFT_MS = 24 * 60 * 60 * 1_000;

/** Path of a new archive in the folder; `why` is part of its name, such as `before-upgrade`. */
export function archivePath(folder: string, now: Date, isEncrypted: boolean, why?: string): string {
  const at = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const ending = isEncrypted ? '.age' : '';
  return join(folder, `naru-${at}${why === undefined ? '' : `-${why}`}.tar.gz${ending}`);
}

/** What the name of an archive says. */
export interface ArchiveName {
  name: string;
  madeAt: Date;
  kind: ArchiveKind;
  isEncrypted: boolean;
}

/** Null for any other name, and for a path. */
export function readArchiveName(name: string): ArchiveName | null {
  const match = NAME.exec(name);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const at = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  const kind = REASONS[match[7] ?? ''] ?? 'AUTO';
  return { name, madeAt: new Date(at), kind, isEncrypted: match[8] !== undefined };
}

export interface ArchiveFile extends ArchiveName {
  bytes: number;
}

/** What is not there; throws every other error, such as that of a folder that cannot be read. */
const missing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };

/** The archives in a folder, newest first; none where there is no folder. Throws when it cannot be read. */
export async function listArchives(folder: string): Promise<ArchiveFile[]> {
  const names = await readdir(folder).catch(missing<string[]>([]));
  const files: ArchiveFile[] = [];
  for (const name of names.sort().reverse()) {
    const read = readArchiveName(name);
    if (read === null) continue;
    const found = await stat(join(folder, name)).catch(missing(null));
    if (found?.isFile()) files.push({ ...read, bytes: found.size });
  }
  return files;
}

interface Removal {
  /** Names of archives. */
  removed: string[];
  /** Errors of the archives that could not be removed. */
  failures: unknown[];
}

/**
 * Removes all but the newest archives, and the drafts of interrupted runs. An archive with a reason, such as an
 * upgrade, does not count, and is removed with the others of its time. Other servers may write into the folder, so
 * a recent draft may be in use.
 */
export async function removeOldArchives(folder: string, keep: number, now: Date): Promise<Removal> {
  const names = (await readdir(folder)).sort();
  const archives = names.filter((name) => NAME.test(name));
  const counted = archives.filter((name) => NAME.exec(name)?.[7] === undefined);
  const oldest = counted.at(-keep) ?? '';
  const old = archives.filter((name) => name < oldest);
  const drafts = names.filter((name) => DRAFT.test(name));
  const result: Removal = { removed: [], failures: [] };
  const remove = (name: string) =>
    rm(join(folder, name), { force: true }).then(
      () => true,
      (error: unknown) => {
        result.failures.push(error);
        return false;
      },
    );
  for (const name of old) if (await remove(name)) result.removed.push(name);
  for (const name of drafts) {
    const draft = await stat(join(folder, name)).catch(() => null);
    if (draft !== null && now.getTime() - draft.mtimeMs > DRAFT_MS) await remove(name);
  }
  return result;
}
