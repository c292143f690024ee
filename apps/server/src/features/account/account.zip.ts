import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ZipFile } from 'yazl';

export interface ZipPicture {
  /** Name inside the archive. */
  name: string;
  /** Called when its entry is written; null leaves the entry empty. */
  open(): Promise<Readable | null>;
}

/**
 * Streams a ZIP file entry by entry with one picture open at a time, closed when the reader goes
 * away.
 */
export function streamZip(
  texts: readonly { name: string; parts: Iterable<string> }[],
  pictures: readonly ZipPicture[],
  mtime: Date,
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | null = null;
  for (const { name, parts } of texts) {
    zip.addReadStreamLazy(name, { mtime }, (done) => done(null, Readable.from(inOwnTurns(parts))));
  }
  for (const { name, open } of pictures) {
    // WebP is compressed already.
    zip.addReadStreamLazy(name, { mtime, compress: false }, (done) => {
      open().then(
        (found) => {
          const stream = found ?? Readable.from([]);
          current = stream;
          if (output.destroyed) stream.destroy();
          done(null, stream);
        },
        (error: unknown) => done(error, output),
      );
    });
  }
  zip.on('error', (error: Error) => output.destroy(error));
  output.once('close', () => current?.destroy());
  zip.end();
  return output;
}

/** A part at a time: parts that are ready would otherwise all be made in one turn. */
async function* inOwnTurns(parts: Iterable<string>): AsyncGenerator<Buffer, void> {
  for (const part of parts) {
    yield Buffer.from(part);
    await setImmediate();
  }
}
