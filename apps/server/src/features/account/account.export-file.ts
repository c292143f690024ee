import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { toKst } from '../../platform/clock.ts';

/**
 * The indented JSON of an object in parts: each item of a list of its own, so that whoever reads them one
 * by one lets others have their turn. Dates are written like the API does.
 */
export function* jsonParts(record: Readonly<Record<string, unknown>>): Generator<string, void> {
  let start = '{';
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    yield `${start}\n  ${JSON.stringify(name)}: `;
    start = ',';
    if (Array.isArray(value)) yield* listParts(value);
    else yield written(value, '  ');
  }
  yield '\n}';
}

function* listParts(list: readonly unknown[]): Generator<string, void> {
  let start = '[';
  for (const item of list) {
    yield `${start}\n    ${written(item, '    ')}`;
    start = ',';
  }
  yield list.length === 0 ? '[]' : '\n  ]';
}

/** A string of JSON holds no line break, so that each one begins a line. */
function written(value: unknown, indent: string): string {
  return (JSON.stringify(value, inKst, 2) ?? 'null').replaceAll('\n', `\n${indent}`);
}

/** A JSON replacer that formats every Date; `value` is its ISO text by then. */
function inKst(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key];
  return original instanceof Date ? toKst(original) : value;
}

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
