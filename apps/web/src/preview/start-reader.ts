import type { PreviewRequest } from '../lib/file-preview.ts';
import { type Part, type ReaderRequest, type ReaderResponse, UnreadableError } from './parts.ts';
import readerUrl from './reader/reader.ts?worker&url';
import { startWorker } from './workers.ts';

/** Milliseconds for the library of a format, for opening a file, and for one of its parts. */
const LOAD_MS = 60_000;
const OPEN_MS = 25_000;
const PART_MS = 8_000;

/**
 * Opens a file in a worker, and reads its parts there. A part that takes too long or fails ends the worker: it stays
 * unread, and a new worker reads the others.
 */
export async function startReader(
  { kind, ending, bytes, font }: PreviewRequest,
  onLoaded: () => void,
) {
  let worker: Worker | null = null;
  const unreadable = new Map<number, UnreadableError>();
  let last: Promise<unknown> = Promise.resolve();

  async function open() {
    worker = await startWorker(readerUrl);
    const loaded = await ask(worker, { do: 'load', kind }, LOAD_MS);
    if (!('loaded' in loaded)) throw new UnreadableError('network');
    onLoaded();
    const response = await ask(worker, { do: 'open', kind, ending, bytes, font }, OPEN_MS);
    if ('opened' in response) return response.opened;
    worker.terminate();
    worker = null;
    throw errorOf(response);
  }

  async function read(at: number): Promise<Part> {
    const known = unreadable.get(at);
    if (known !== undefined) throw known;
    if (worker === null) await open();
    const running = worker as unknown as Worker;
    const response = await ask(running, { do: 'part', at }, PART_MS);
    if ('part' in response) return response.part;
    running.terminate();
    worker = null;
    const error = errorOf(response);
    unreadable.set(at, error);
    throw error;
  }

  return {
    opened: await open(),
    /** One after the other; null for a part that is not wanted when its turn comes. */
    readPart(at: number, isWanted: () => boolean): Promise<Part | null> {
      const run = async () => (isWanted() ? read(at) : null);
      const turn = last.then(run, run);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** Its answer, which is a failure when it takes longer. */
function ask(worker: Worker, request: ReaderRequest, ms: number): Promise<ReaderResponse> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ failed: 'late' }), ms);
    const end = (response: ReaderResponse) => {
      clearTimeout(timer);
      resolve(response);
    };
    worker.onmessage = ({ data }: MessageEvent<ReaderResponse>) => end(data);
    worker.onerror = () => end({ failed: 'damaged' });
    worker.postMessage(request);
  });
}

const errorOf = (response: ReaderResponse) =>
  new UnreadableError('failed' in response ? response.failed : 'damaged');
