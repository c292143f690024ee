import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HoldReason } from '@naru/contract/outgoing';
import type { Executor } from '../../db/client.ts';
import { isLoopback } from '../../platform/loopback.ts';
import { findDatabase, type Place } from './place.repo.ts';

interface PlaceSettings {
  DATABASE_URL?: string | undefined;
  DATA_DIR: string;
  PUBLIC_URL: string;
}

/** Where this site has its data at this moment. */
export async function findPlace(db: Executor, env: PlaceSettings): Promise<Place> {
  const database = await findDatabase(db);
  const folder = env.DATABASE_URL === undefined ? await findFolder(env.DATA_DIR) : NO_FOLDER;
  return { ...database, ...folder, origin: originOf(env.PUBLIC_URL) };
}

const NO_FOLDER = { inode: null, born: null };

/** `mv` keeps both; where the system does not know the birth, Node reports the last change instead. */
async function findFolder(dataDir: string): Promise<Pick<Place, 'inode' | 'born'>> {
  const folder = await realpath(join(dataDir, 'postgres'));
  const { ino, birthtimeNs, ctimeNs } = await stat(folder, { bigint: true });
  const isKnown = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), born: isKnown ? String(birthtimeNs) : null };
}

function originOf(publicUrl: string): string | null {
  const { origin, hostname } = new URL(publicUrl);
  return isLoopback(hostname) ? null : origin;
}

const OF_DATABASE = ['system', 'database', 'table', 'inode', 'born'] as const;

/**
 * Why a site that lived in `former` may be a copy in `present`; null when it is not. One without an address of its own
 * has reached nobody, so that nobody can be reached twice.
 */
export function differenceOf(former: Place, present: Place): HoldReason | null {
  if (former.origin === null) return null;
  const isCopy = OF_DATABASE.some((part) => {
    const [before, now] = [former[part], present[part]];
    return before !== null && now !== null && before !== now;
  });
  if (isCopy) return 'COPIED';
  return present.origin === former.origin ? null : 'READDRESSED';
}
