import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type { ObjectStorage } from '../platform/storage/storage.ts';
import { BackupError } from './errors.ts';
import { openSnapshot } from './snapshot.ts';
import { createSum, summed, type Table, type TableSum } from './tables.ts';
import { fillDatabase, type Target } from './target.ts';

/** Files copied at a time: most are small, and the latency of the store dominates. */
const AT_ONCE = 8;

type Sizes = Map<string, number>;

export interface Progress {
  /** Name of the table, or `files`. */
  name: string;
  done: number;
  of: number;
  /** Tables are copied, files are stored. */
  what: 'copied' | 'stored' | 'compared';
}

interface MoveDatabaseRequest {
  from: string;
  /** URL of an empty database, for the owner of its tables. */
  to: string;
  onProgress: (progress: Progress) => void;
}

/** Pipes a snapshot of a database into an empty one. The source does not change. */
export async function moveDatabase({ from, to, onProgress }: MoveDatabaseRequest): Promise<Target> {
  const snapshot = await openSnapshot(from);
  const { tables, migrations, sequences } = snapshot;
  const report = (what: Progress['what'], done: number, { name }: Table) =>
    onProgress({ name, done, of: tables.length, what });
  try {
    return await fillDatabase({
      ...{ url: to, name: 'The database to move to', migrations, sequences },
      async load(copy) {
        const sums: (Table & TableSum)[] = [];
        for (const table of tables) {
          const sum = createSum();
          await copy(table, Readable.from(summed(await snapshot.copyOut(table), sum)));
          sums.push({ ...table, ...sum.end() });
          report('copied', sums.length, table);
        }
        return sums;
      },
      onCompared(done, table) {
        if (table !== undefined) report('compared', done, table);
      },
    });
  } finally {
    await snapshot.close();
  }
}

interface MoveFilesRequest {
  from: Pick<ObjectStorage, 'list' | 'get'>;
  to: Pick<ObjectStorage, 'list' | 'get' | 'putStream'>;
  /** Name of the target, for messages. */
  name: string;
  onProgress: (progress: Progress) => void;
}

export interface MovedFiles {
  count: number;
  /** Size of all files together. */
  bytes: number;
}

/**
 * Copies files into an empty storage and compares count, sizes and hashes. Files of an interrupted run
 * stay and are compared too. The source does not change. Throws BackupError when the target has other
 * files, which it leaves as they are, or when a file differs.
 */
export async function moveFiles({
  from,
  to,
  name,
  onProgress,
}: MoveFilesRequest): Promise<MovedFiles> {
  const wanted = await sizesOf(from);
  const present = await sizesOf(to);
  if ([...present.keys()].some((key) => !wanted.has(key))) {
    throw new BackupError(
      `${name} has files that are not of this installation. Choose an empty one.`,
    );
  }
  const missing = [...wanted].filter(([key, size]) => present.get(key) !== size);
  await each(missing, (key) => copy({ from, to }, key), report('stored', onProgress));
  const stored = await sizesOf(to);
  refuseChanged(wanted, await sizesOf(from));
  for (const [key, size] of wanted) {
    if (stored.get(key) !== size) throw differs(key, name);
  }
  const compare = async (key: string) => {
    const [own, other] = await Promise.all([hashOf(from, key), hashOf(to, key)]);
    if (own === null || own !== other) throw differs(key, name);
  };
  await each([...wanted], compare, report('compared', onProgress));
  return { count: wanted.size, bytes: [...wanted.values()].reduce((sum, size) => sum + size, 0) };
}

async function sizesOf(storage: Pick<ObjectStorage, 'list'>): Promise<Sizes> {
  const sizes: Sizes = new Map();
  for await (const { key, size } of storage.list()) sizes.set(key, size);
  return sizes;
}

const report = (what: Progress['what'], onProgress: MoveFilesRequest['onProgress']) => {
  let done = 0;
  return (of: number) => {
    done += 1;
    onProgress({ name: 'files', done, of, what });
  };
};

/** After the first failure, starts no further items and waits for the running ones. */
async function each(
  files: readonly (readonly [key: string, size: number])[],
  work: (key: string) => Promise<void>,
  done: (of: number) => void,
): Promise<void> {
  const failures: unknown[] = [];
  await pLimit(AT_ONCE).map(files, async ([key]) => {
    if (failures.length > 0) return;
    try {
      await work(key);
      done(files.length);
    } catch (error) {
      failures.push(error);
    }
  });
  if (failures.length > 0) throw failures[0];
}

async function copy({ from, to }: Pick<MoveFilesRequest, 'from' | 'to'>, key: string) {
  const object = await from.get(key);
  if (object === null) throw changed();
  await to.putStream(key, object.open(), object.size);
}

/** SHA-256 in hexadecimal digits; null for a missing file. */
async function hashOf(storage: Pick<ObjectStorage, 'get'>, key: string): Promise<string | null> {
  const object = await storage.get(key);
  if (object === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of object.open()) hash.update(chunk);
  return hash.digest('hex');
}

function refuseChanged(before: Sizes, after: Sizes): void {
  const isSame = before.size === after.size && [...before.keys()].every((key) => after.has(key));
  if (!isSame) throw changed();
}

const changed = () =>
  new BackupError('Files changed while they were copied. Stop the server, then run it again.');

const differs = (key: string, name: string) =>
  new BackupError(`The file ${key} in ${name} differs from its source. Remove it, run again.`);
