import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import * as z from 'zod/mini';
import { isObjectKey } from '../platform/storage/storage.ts';
import {
  CHECKSUM_BATCH,
  checksumLine,
  checksumsName,
  FORMAT,
  fileName,
  HEAD,
  type Head,
  headSchema,
  isCodeOf,
  JSON_BYTES_MAX,
  MANIFEST,
  type Manifest,
  partName,
  SECRET,
  sealedManifestSchema,
} from './archive-format.ts';
import { asArchiveError, unpack } from './archive-packing.ts';
import { ArchiveError } from './errors.ts';
import { createSum, type TableSum } from './tables.ts';

/** Receives the contents of an archive; must read each of them to its end. */
export interface Visitor {
  head(head: Head): Promise<void> | void;
  secret?(secret: string): Promise<void> | void;
  table(name: string, rows: Readable): Promise<void>;
  file(key: string, size: number, body: Readable): Promise<void>;
}

export interface ArchiveKeys {
  /** Private keys of age. */
  identities: readonly string[];
  /** Secrets of the installation, newest first; if empty, the secret in the archive is used. */
  secrets: readonly string[];
}

/** Reads everything and discards it. */
export const drain = async (_name: string, rows: Readable): Promise<void> => {
  for await (const _ of rows);
};

/**
 * Reads an archive from start to end and compares everything with its manifest, which it returns. Throws
 * ArchiveError with one sentence if the archive is cut, altered, or made with another TOKEN_SECRET or by a newer
 * program; by then the visitor has seen a part of it.
 */
export async function readArchive(
  path: string,
  keys: ArchiveKeys,
  visitor: Visitor,
): Promise<Manifest> {
  const tar = await unpack(path, keys.identities);
  const failure: { of?: unknown } = {};
  const guarded = guard(visitor, failure);
  try {
    return await walk(tar, keys, guarded);
  } catch (error) {
    throw failure.of ?? asArchiveError(error);
  } finally {
    tar.destroy();
  }
}

/** Distinguishes the error of a visitor from damage of the archive. */
function guard(visitor: Visitor, failure: { of?: unknown }): Visitor {
  const watch = async (work: () => Promise<void> | void) => {
    try {
      await work();
    } catch (error) {
      failure.of ??= error instanceof DamageError ? undefined : error;
      throw error;
    }
  };
  return {
    head: (head) => watch(() => visitor.head(head)),
    secret: (secret) => watch(() => visitor.secret?.(secret)),
    table: (name, rows) => watch(() => visitor.table(name, rows)),
    file: (key, size, body) => watch(() => visitor.file(key, size, body)),
  };
}

/** Damage that a visitor finds while it reads. */
class DamageError extends ArchiveError {}

async function walk(tar: Readable, keys: ArchiveKeys, visitor: Visitor): Promise<Manifest> {
  const entries = createEntries(tar);
  const head = readHead(await entries.json(HEAD));
  await visitor.head(head);
  const secrets = [...keys.secrets];
  if (entries.name() === SECRET) {
    const secret = (await entries.bytes()).toString().trim();
    if (secrets.length === 0) secrets.push(secret);
    await visitor.secret?.(secret);
  }
  if (secrets.length === 0) {
    throw new ArchiveError(
      'The archive does not contain TOKEN_SECRET: set it, or put the file token-secret into DATA_DIR',
    );
  }
  const sums = new Map<string, TableSum>();
  for (let name = tableOf(entries.name()); name !== null; name = tableOf(entries.name())) {
    if (sums.has(name)) throw new ArchiveError('The archive is altered: a table comes twice');
    const sum = createSum();
    await visitor.table(name, Readable.from(entries.parts(name, sum), { objectMode: false }));
    sums.set(name, sum.end());
  }
  const files = await readFiles(entries, visitor);
  const sealed = z.safeParse(sealedManifestSchema, await entries.json(MANIFEST));
  if (!sealed.success) throw new ArchiveError('The archive is altered: its manifest is malformed');
  await entries.end();
  const { manifest, code } = sealed.data;
  compare(manifest, { head, sums, files });
  if (!isCodeOf(code, manifest, secrets)) {
    throw new ArchiveError(
      'The archive was altered, or made with another TOKEN_SECRET than the one given here',
    );
  }
  return manifest;
}

function readHead(value: unknown): Head {
  const format = z.safeParse(z.object({ format: z.int() }), value);
  if (format.success && format.data.format > FORMAT) {
    throw new ArchiveError('The archive is from a newer version of Naru than this program');
  }
  return z.parse(headSchema, value);
}

const tableOf = (name: string | null) =>
  /^tables\/([a-z_]\w*)\/000001$/.exec(name ?? '')?.[1] ?? null;

async function readFiles(entries: Entries, visitor: Visitor): Promise<Manifest['files']> {
  const total = { count: 0, bytes: 0 };
  const all = createHash('sha256');
  let lines = '';
  let unchecked = 0;
  for (let batch = 1; ; ) {
    const name = entries.name() ?? '';
    if (name.startsWith(fileName('')) && unchecked < CHECKSUM_BATCH) {
      unchecked += 1;
      total.bytes += entries.size();
      total.count += 1;
      lines += await readFile(entries, name.slice(fileName('').length), visitor);
    } else if (name === checksumsName(batch)) {
      all.update(await readChecksums(entries, lines));
      lines = '';
      unchecked = 0;
      batch += 1;
    } else {
      if (lines !== '') throw new ArchiveError('The archive is altered: a checksum is missing');
      return { ...total, sha256: all.digest('hex') };
    }
  }
}

/** Returns the line of checksums that belongs to the file. */
async function readFile(entries: Entries, key: string, visitor: Visitor): Promise<string> {
  if (!isObjectKey(key)) throw new ArchiveError('The archive is altered: a file has no valid name');
  const hash = createHash('sha256');
  const body = Readable.from(entries.body(hash), { objectMode: false });
  await visitor.file(key, entries.size(), body);
  return checksumLine(hash.digest('hex'), key);
}

async function readChecksums(entries: Entries, expected: string): Promise<string> {
  const text = (await entries.bytes()).toString();
  if (text === expected) return text;
  throw new ArchiveError('The archive is altered: a file has changed');
}

interface Found {
  head: Head;
  sums: Map<string, TableSum>;
  files: Manifest['files'];
}

/** A table without rows has no entry. */
const NO_ROWS = createSum().end();

function compare(manifest: Manifest, { head, sums, files }: Found): void {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const isSame =
    same(manifest.head, head) &&
    same(manifest.files, files) &&
    [...sums.keys()].every((name) => manifest.tables.some((table) => table.name === name)) &&
    manifest.tables.every(({ name, rows, bytes, sha256 }) =>
      same({ rows, bytes, sha256 }, sums.get(name) ?? NO_ROWS),
    );
  if (!isSame) throw new ArchiveError('The archive is cut or altered: its checksums do not match');
}

type Entries = ReturnType<typeof createEntries>;

/** The entries in order; the next one can be looked at in advance. */
function createEntries(tar: Readable) {
  const decoder = createTarDecoder({ strict: true });
  const fed = feed(tar, decoder.writable);
  const reader = decoder.readable.getReader();
  let next: ParsedTarEntry | null = null;

  async function move(): Promise<void> {
    const { done, value } = await reader.read();
    next = done ? null : value;
    if (next !== null && next.header.type !== 'file') {
      throw new ArchiveError('The archive is altered: it contains more than files');
    }
  }

  async function* body(hash?: { update(chunk: Uint8Array): unknown }): AsyncGenerator<Buffer> {
    const entry = next;
    if (entry === null) throw new DamageError('The archive is cut');
    try {
      for await (const chunk of entry.body) {
        hash?.update(chunk);
        yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      }
      await move();
    } catch (error) {
      throw new DamageError(asArchiveError(error).message);
    }
  }

  async function bytes(): Promise<Buffer> {
    if ((next?.header.size ?? 0) > JSON_BYTES_MAX) throw new ArchiveError('The archive is altered');
    const chunks: Buffer[] = [];
    for await (const chunk of body()) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  return {
    name: () => next?.header.name ?? null,
    size: () => next?.header.size ?? 0,
    body,
    bytes,

    async json(name: string): Promise<unknown> {
      if (name === HEAD) await move();
      if (next?.header.name !== name) throw new ArchiveError(`The archive is cut: no ${name}`);
      return JSON.parse((await bytes()).toString());
    },

    /** The parts of a table, in their order. */
    async *parts(table: string, sum: Parameters<typeof body>[0]): AsyncGenerator<Buffer> {
      for (let part = 1; next?.header.name === partName(table, part); part += 1) yield* body(sum);
    },

    /** Throws unless the archive ends here. */
    async end(): Promise<void> {
      if (next !== null) throw new ArchiveError('The archive is altered: it goes on after its end');
      await fed;
    },
  };
}

async function feed(tar: Readable, writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter();
  // The reader of the entries gets the errors.
  writer.closed.catch(() => undefined);
  try {
    for await (const chunk of tar) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
  }
}
