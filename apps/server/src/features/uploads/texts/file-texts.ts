import { buffer } from 'node:stream/consumers';
import {
  ChildWorkerError,
  createChildWorker,
  workerNextTo,
} from '../../../platform/child-worker.ts';
import type { StoredObject } from '../../../platform/storage/storage.ts';
import type { UploadDeps } from '../uploads.receive.ts';
import { hasText, type TextJob } from './extract-text.ts';
import { countTry, listUnread, storeText } from './file-texts.repo.ts';

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
  /** Reads a file; in a process of its own by default. */
  extract?: (job: TextJob) => Promise<string>;
}

/** Reads what files of posts say, so that searches find them. */
export function createFileTexts({ db, clock, open, extract = extractApart }: Deps) {
  async function readFile({ key, name, bytes }: { key: string; name: string; bytes: number }) {
    const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
    const object = hasText(ending) && bytes <= BYTES ? await open(key) : null;
    const content = object === null ? null : await buffer(object.open());
    if (!(await countTry(db, key))) return;
    const text = content === null ? '' : await extract({ ending, bytes: content });
    await storeText(db, { key, text, readAt: clock.now() });
  }

  return {
    /** Reads those that wait, the newest first; returns how many it has read. A later run tries a failed one again. */
    async readWaiting(): Promise<number> {
      const files = await listUnread(db, FILES);
      let read = 0;
      for (const file of files) {
        try {
          await readFile(file);
          read += 1;
        } catch (error) {
          if (!(error instanceof ChildWorkerError)) throw error;
        }
      }
      return read;
    },
  };
}

/** Reads one file after the other in a process of its own. */
export const createTextReader = () =>
  createChildWorker<TextJob, string>({
    path: workerNextTo(import.meta.url, 'text-worker'),
    deadline: FILE_MS,
    heapMb: HEAP_MB,
    memoryMb: MEMORY_MB,
  });

let shared: ReturnType<typeof createTextReader> | undefined;

function extractApart(job: TextJob): Promise<string> {
  shared ??= createTextReader();
  return shared.run(job);
}
