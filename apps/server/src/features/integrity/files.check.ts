import { setImmediate as breathe } from 'node:timers/promises';
import type { Tools } from '../tools.ts';
import { FILE_TABLES, findKnown, isReady, listReady } from './integrity.repo.ts';
import { addFound, type Found, foundOf, NOTHING } from './integrity.scan.ts';

const BATCH = 500;
/** Younger objects may belong to a change that is not finished. */
const YOUNG_MS = 24 * 60 * 60 * 1000;
/** The first characters distinguish files, and are no address of one. */
const SHOWN = 8;
/** A file without its objects is looked for alone, at most this many times. */
const LOOKS_MAX = 200;

/** `{key}.webp`, `{key}_thumb.webp`, `{key}.mp4`, ...: the part that its row has. */
const keyOf = (name: string) => name.replace(/(?:_(?:thumb|medium))?\.[a-z0-9]+$/, '');
const short = (key: string) => `${key.slice(0, SHOWN)}…`;

/**
 * Compares rows of files with objects of the storage. All names are in memory meanwhile, a hundred bytes
 * for each: S3 lists a thousand at a time, but finds single ones for money.
 */
export function createFilesCheck({ db, storage, clock }: Pick<Tools, 'db' | 'storage' | 'clock'>) {
  let known: Set<string> | null = null;

  /** Objects that no row names, older than a day. */
  async function compareObjects(): Promise<Found> {
    const present = new Set<string>();
    const before = clock.now().getTime() - YOUNG_MS;
    let found = NOTHING;
    let batch: { key: string; isOld: boolean }[] = [];
    const flush = async () => {
      const rows = await findKnown(
        db,
        batch.map(({ key }) => key),
      );
      const lost = batch.filter(({ key, isOld }) => isOld && !rows.has(key));
      const names = [...new Set(lost.map(({ key }) => key))].map(short);
      found = addFound(found, { ...foundOf(batch.length, names), faults: lost.length });
      batch = [];
      await breathe();
    };
    for await (const { key: name, storedAt } of storage.list()) {
      const key = keyOf(name);
      present.add(key);
      batch.push({ key, isOld: storedAt.getTime() < before });
      if (batch.length >= BATCH) await flush();
    }
    if (batch.length > 0) await flush();
    known = present;
    return found;
  }

  /** Rows of checked files without any object; needs the names of `compareObjects`. */
  async function compareRows(): Promise<Found> {
    if (known === null) throw new Error('the storage was not listed');
    const present = known;
    known = null;
    let found = NOTHING;
    let looksLeft = LOOKS_MAX;
    for (let table = 0; table < FILE_TABLES; table += 1) {
      for (let after = ''; ; ) {
        const keys = await listReady(db, table, after);
        if (keys.length === 0) break;
        after = keys.at(-1) ?? '';
        const missing = keys.filter((key) => !present.has(key));
        const asked = missing.slice(0, looksLeft);
        looksLeft -= asked.length;
        const lost = [...(await confirm(table, asked)), ...missing.slice(asked.length)];
        found = addFound(found, foundOf(keys.length, lost.map(short)));
      }
    }
    return found;
  }

  /** Leaves out what was stored or removed since the storage was listed. */
  async function confirm(table: number, keys: readonly string[]): Promise<string[]> {
    const lost: string[] = [];
    for (const key of keys) {
      if (!(await isStored(key)) && (await isReady(db, table, key))) lost.push(key);
    }
    return lost;
  }

  async function isStored(key: string): Promise<boolean> {
    for (const ending of ENDINGS) {
      const object = await storage.get(`${key}.${ending}`);
      await object?.close();
      if (object !== null) return true;
    }
    return false;
  }

  return { compareObjects, compareRows };
}

const ENDINGS = ['webp', 'bin', 'mp4', 'webm'] as const;
