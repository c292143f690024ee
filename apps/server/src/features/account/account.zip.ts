import { Readable } from 'node:stream';
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
  texts: readonly { name: string; text: string }[],
  pictures: readonly ZipPicture[],
  mtime: Date,
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | null = null;
  for (const { name, text } of texts) zip.addBuffer(Buffer.from(text), name, { mtime });
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
