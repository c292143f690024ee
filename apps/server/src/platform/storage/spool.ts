import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export class SpoolLimitError extends Error {}

export interface SpooledFile {
  path: string;
  size: number;
  discard(): Promise<void>;
}

interface ReceiveOptions {
  maxBytes: number;
  /** Ends the reading of a body that neither ends nor fails. */
  signal?: AbortSignal | undefined;
}

export type Spool = ReturnType<typeof createSpool>;

/** Buffers request bodies in files, so that a hundred concurrent uploads cost no memory. */
export function createSpool(folder: string) {
  return {
    /**
     * Stores a body. Throws SpoolLimitError at the first byte past `maxBytes`, and the stream's own
     * error when it aborts, or an AbortError; then no file is left.
     */
    async receive(body: Readable, { maxBytes, signal }: ReceiveOptions): Promise<SpooledFile> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, randomUUID());
      const discard = () => rm(path, { force: true });
      const counter = countBytes(maxBytes);
      // Opened before anything can fail: a stream that is still opening could create it afterwards.
      const file = await open(path, 'wx', 0o600);
      try {
        // Keeps the body's stream open: its socket still carries the response.
        await pipeline(
          body.iterator({ destroyOnReturn: false }),
          counter.stream,
          file.createWriteStream(),
          { signal },
        );
      } catch (error) {
        // A stream that has not begun to write leaves it open.
        await file.close();
        await discard();
        throw error;
      }
      return { path, size: counter.size(), discard };
    },

    /** Removes files of crashed servers by their modification time (real time, not the clock). */
    async sweep(olderThanMs: number): Promise<number> {
      const before = Date.now() - olderThanMs;
      let count = 0;
      for (const name of await readdir(folder).catch(() => [])) {
        // A finishing upload may remove its file at any moment.
        const found = await stat(join(folder, name)).catch(() => null);
        if (found === null || found.mtimeMs >= before) continue;
        await rm(join(folder, name), { force: true });
        count += 1;
      }
      return count;
    },
  };
}

function countBytes(maxBytes: number) {
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(new SpoolLimitError('body too large'));
      else done(null, chunk);
    },
  });
  return { stream, size: () => size };
}
