import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createTarPacker } from 'modern-tar';
import {
  CHECKSUM_BATCH,
  checksumLine,
  checksumsName,
  codeOf,
  fileName,
  HEAD,
  type Head,
  MANIFEST,
  type Manifest,
  PART_BYTES,
  partName,
  SECRET,
} from './archive-format.ts';
import { pack } from './archive-packing.ts';
import { createSum, type Sequence, summed, type Table } from './tables.ts';

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type ArchiveWriter = ReturnType<typeof createArchiveWriter>;

/** Writes an archive to a new file, entry by entry; only one part of a table is in memory. */
export function createArchiveWriter(path: string, recipients: readonly string[]) {
  const { readable, controller } = createTarPacker();
  const tar = Readable.fromWeb(readable as ReadableStream<Uint8Array>);
  const packing = pack(tar, path, recipients);
  // The next write reports the error.
  packing.catch(() => undefined);
  const tables: Manifest['tables'] = [];
  const files = { count: 0, bytes: 0, hash: createHash('sha256') };
  let lines: string[] = [];
  let batches = 0;

  /** Fails with the cause when the file cannot be written. */
  async function add(name: string, size: number, body: Bytes): Promise<void> {
    try {
      const writer = controller.add({ name, size, type: 'file', mode: 0o600 }).getWriter();
      for await (const chunk of body) await writer.write(chunk);
      await writer.close();
    } catch (error) {
      controller.error(error);
      await packing;
      throw error;
    }
  }

  const addBytes = (name: string, bytes: Buffer) => add(name, bytes.length, [bytes]);
  const addJson = (name: string, value: unknown) =>
    addBytes(name, Buffer.from(`${JSON.stringify(value)}\n`));

  async function addChecksums(): Promise<void> {
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    batches += 1;
    files.hash.update(text);
    await addBytes(checksumsName(batches), Buffer.from(text));
  }

  return {
    addHead: (head: Head) => addJson(HEAD, head),

    addSecret: (secret: string) => addBytes(SECRET, Buffer.from(`${secret}\n`)),

    async addTable(table: Table, rows: Readable): Promise<void> {
      const sum = createSum();
      let part = 0;
      for await (const bytes of summed(inParts(rows), sum)) {
        part += 1;
        await addBytes(partName(table.name, part), bytes);
      }
      tables.push({ ...table, ...sum.end() });
    },

    async addFile(key: string, size: number, body: Readable): Promise<void> {
      const hash = createHash('sha256');
      await add(fileName(key), size, summed(body, hash));
      files.count += 1;
      files.bytes += size;
      lines.push(checksumLine(hash.digest('hex'), key));
      if (lines.length === CHECKSUM_BATCH) await addChecksums();
    },

    /** Resolves when everything is on the disk. */
    async finish(
      rest: { head: Head; sequences: Sequence[]; missing: number },
      secret: string,
    ): Promise<Manifest> {
      await addChecksums();
      const { count, bytes, hash } = files;
      const manifest = { ...rest, tables, files: { count, bytes, sha256: hash.digest('hex') } };
      await addJson(MANIFEST, { manifest, code: codeOf(manifest, secret) });
      controller.finalize();
      await packing;
      return manifest;
    },

    async abort(error: unknown): Promise<void> {
      controller.error(error);
      await packing.catch(() => undefined);
    },
  };
}

async function* inParts(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of rows) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
