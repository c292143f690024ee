import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipPicture {
  /** Name inside the archive. */
  name: string;
  /** Opens it when its turn has come; null when it is gone by then: its entry is empty. */
  open(): Promise<Readable | null>;
}

/**
 * A ZIP file as it is made, one entry after the other: however many pictures there are, one is open.
 * When nobody reads any more the open one is closed.
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
    // WebP does not get smaller.
    zip.addReadStreamLazy(name, { mtime, compress: false }, (answer) => {
      open().then(
        (found) => {
          const stream = found ?? Readable.from([]);
          current = stream;
          if (output.destroyed) stream.destroy();
          answer(null, stream);
        },
        (error: unknown) => answer(error, output),
      );
    });
  }
  zip.on('error', (error: Error) => output.destroy(error));
  output.once('close', () => current?.destroy());
  zip.end();
  return output;
}
