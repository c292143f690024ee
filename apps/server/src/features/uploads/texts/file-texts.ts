import { buffer } from 'node:stream/consumers';
import {
  ChildWorkerError,
  createChildWorker,
  workerNextTo,
} from '../../../platform/child-worker.ts';
import { StorageError, type StoredObject } from '../../../platform/storage/storage.ts';
import type { UploadDeps } from '../uploads.receive.ts';
import { hasText, type TextJob } from './extract-text.ts';
import { countTry, listUnread, storeText, takeTryBack } from './file-texts.repo.ts';

/** Files that one run reads. */
const FILES = 20;
/** Larger files are not read, as they are not shown. */
const BYTES = 20 * 1_048_576;
/** For one file, after the worker has loaded its modules. */
const FILE_MS = 30_000;
const HEAP_MB = 512;
/** WebAssembly of a reader has memory beside the heap. */
const MEMORY_MB = 1_024;

interface Deps extends Pick<UploadDeps, 'db' | 'clock'> {
  open: (key: string) => Promise<StoredObject | null>;
  isStoreUp: () => Promise<boolean>;
  /** Reads a file, null for one that cannot be read; in a process of its own by default. */
  extract?: (job: TextJob) => Promise<string | null>;
}

type WaitingFile = Awaited<ReturnType<typeof listUnread>>[number];

/** Reads what files of posts say, so that searches find them. */
export function createFileTexts({ db, clock, open, isStoreUp, extract = extractApart }: Deps) {
  /** Null for a file that is missing or cannot be read. */
  async function textOf({ key, name, bytes }: WaitingFile): Promise<string | null> {
    const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
    if (!hasText(ending) || bytes > BYTES) return '';
    const object = await open(key);
    if (object === null) return null;
    try {
      return await extract({ ending, bytes: await buffer(object.open()) });
    } catch (error) {
      if (error instanceof ChildWorkerError) return null;
      throw error;
    } finally {
      await object.close();
    }
  }

  async function readFile(file: WaitingFile): Promise<boolean> {
    const { key } = file;
    if (!(await countTry(db, key))) return false;
    try {
      const text = await textOf(file);
      if (text !== null) await storeText(db, { key, text, readAt: clock.now() });
      return text !== null;
    } catch (error) {
      if (error instanceof StorageError && !(await isStoreUp())) {
        await takeTryBack(db, key);
        throw new AwayError(error);
      }
      throw error;
    }
  }

  return {
    /**
     * Reads those that wait, the newest first; returns how many it has read. A later run tries a failed one again.
     * Throws the first unexpected error when all have been tried, or at once when the store is away.
     */
    async readWaiting(): Promise<number> {
      const errors: unknown[] = [];
      const count = async (file: WaitingFile) => {
        const isRead = await readFile(file).catch((error: unknown) => {
          if (error instanceof AwayError) throw error.cause;
          errors.push(error);
        });
        return isRead ? 1 : 0;
      };
      let read = 0;
      for (const file of await listUnread(db, FILES)) read += await count(file);
      if (errors.length > 0) throw errors[0];
      return read;
    },
  };
}

/** No file can be read now. */
class AwayError extends Error {
  constructor(cause: StorageError) {
    super('the store is away', { cause });
  }
}

/** Reads one file after the other in a process of its own. */
export const createTextReader = () =>
  createChildWorker<TextJob, string | null>({
    path: workerNextTo(import.meta.url, 'text-worker'),
    deadline: FILE_MS,
    heapMb: HEAP_MB,
    memoryMb: MEMORY_MB,
    // One damaged document of Hangul harms the next in the same module.
    endsAfter: ({ ending }, text) => ending === 'hwp' || text === null,
  });

let shared: ReturnType<typeof createTextReader> | undefined;

function extractApart(job: TextJob): Promise<string | null> {
  shared ??= createTextReader();
  return shared.run(job);
}
