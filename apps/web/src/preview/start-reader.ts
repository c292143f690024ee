import type { PreviewRequest } from '../lib/file-preview.ts';
import { type Opened, type Part, type ReaderResponse, UnreadableError } from './parts.ts';
import readerUrl from './reader/reader.ts?worker&url';
import { startWorker } from './workers.ts';

/** Milliseconds for opening a file with its library, of which the largest has ten megabytes, and for one of its parts. */
const OPEN_MS = 25_000;
const PART_MS = 8_000;

/** Reads a file in a worker, which is ended when it takes too long. */
export async function startReader() {
  const worker = await startWorker(readerUrl);
  let last: Promise<unknown> = Promise.resolve();

  async function ask(message: object, ms: number): Promise<ReaderResponse> {
    const response = await new Promise<ReaderResponse>((resolve) => {
      const timer = setTimeout(() => {
        worker.terminate();
        resolve({ failed: 'late' });
      }, ms);
      const end = (result: ReaderResponse) => {
        clearTimeout(timer);
        resolve(result);
      };
      worker.onmessage = ({ data }: MessageEvent<ReaderResponse>) => end(data);
      worker.onerror = () => end({ failed: 'damaged' });
      worker.postMessage(message);
    });
    if ('failed' in response) throw new UnreadableError(response.failed);
    return response;
  }

  /** One after the other, as each takes the next answer. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = last.then(run, run);
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    open: ({ kind, ending, bytes, font }: PreviewRequest): Promise<Opened> =>
      inTurn(async () => {
        const response = await ask({ do: 'open', kind, ending, bytes, font }, OPEN_MS);
        if (!('opened' in response)) throw new UnreadableError('damaged');
        return response.opened;
      }),
    part: (at: number): Promise<Part> =>
      inTurn(async () => {
        const response = await ask({ do: 'part', at }, PART_MS);
        if (!('part' in response)) throw new UnreadableError('damaged');
        return response.part;
      }),
  };
}
