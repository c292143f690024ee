import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { messageOf } from '../platform/database/errors.ts';
import { ArchiveError, LockedArchiveError } from './errors.ts';

/** Compresses nearly as well as the default level 6 in half the time. */
const LEVEL = 4;
/**
 * The gzip header of every archive. gzip's checksum does not cover its header, so another header counts as
 * damage.
 */
const GZIP_HEADER = Buffer.from('1f8b08000000000000ff', 'hex');
const AGE_HEADER = 'age-encryption.org/v1';

/** Imported when something is encrypted: it would add a seventh of a second to every start. */
export const age = () => import('age-encryption');

/** Compresses, encrypts for the recipients if there are any, and writes to a new file. */
export async function pack(
  tar: Readable,
  path: string,
  recipients: readonly string[],
): Promise<void> {
  const header = replaceHeader();
  const packed = pipeline(tar, createGzip({ level: LEVEL }), header);
  // The first failure is the cause; the other stream only reports that it was closed.
  await firstFailure([packed, write(header, path, recipients)]);
}

async function write(plain: Readable, path: string, recipients: readonly string[]): Promise<void> {
  const source = recipients.length === 0 ? plain : await encrypt(plain, recipients);
  await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
}

/** The tar of an archive. Reading it throws ArchiveError for damage and for a missing key. */
export async function unpack(path: string, identities: readonly string[]): Promise<Readable> {
  const isEncrypted = (await readStart(path)).startsWith(AGE_HEADER);
  if (isEncrypted && identities.length === 0) {
    throw new LockedArchiveError('The archive is encrypted: give its key with --identity <file>');
  }
  const file = createReadStream(path);
  const source = isEncrypted ? await decrypt(file, identities) : file;
  const gunzip = createGunzip();
  const header = checkHeader();
  pipeline(source, header, gunzip).catch((error: unknown) => gunzip.destroy(error as Error));
  return gunzip;
}

/** Converts a read error to an ArchiveError, whose message is one sentence for the operator. */
export function asArchiveError(error: unknown): Error {
  if (error instanceof ArchiveError) return error;
  const isOfSystem = error instanceof Error && 'syscall' in error;
  if (isOfSystem) return new ArchiveError(`The archive cannot be read: ${messageOf(error)}`);
  return new ArchiveError(`The archive is cut or altered: ${messageOf(error)}`);
}

async function encrypt(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return asReadable(await encrypter.encrypt(asWeb(plain)));
}

async function decrypt(file: Readable, identities: readonly string[]): Promise<Readable> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return asReadable(await decrypter.decrypt(asWeb(file)));
  } catch (error) {
    file.destroy();
    const isOther = /no identity matched/.test(messageOf(error));
    if (!isOther) throw asArchiveError(error);
    throw new LockedArchiveError(
      'The archive is encrypted for another key than that of --identity',
    );
  }
}

const asWeb = (stream: Readable) =>
  Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>;
const asReadable = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as ReadableStream<Uint8Array>);

async function readStart(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(AGE_HEADER.length), 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw asArchiveError(error);
  }
}

/** Buffers the first bytes and replaces them by the result of `change`. */
function withHeader(change: (header: Buffer) => Buffer): Transform {
  let held: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (held === null) return done(null, chunk);
      held = Buffer.concat([held, chunk]);
      if (held.length < GZIP_HEADER.length) return done();
      try {
        const start = change(held.subarray(0, GZIP_HEADER.length));
        this.push(start);
        this.push(held.subarray(GZIP_HEADER.length));
        held = null;
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      done(held === null ? null : new ArchiveError('The archive is cut or altered: no head'));
    },
  });
}

const replaceHeader = () => withHeader(() => GZIP_HEADER);

const checkHeader = () =>
  withHeader((header) => {
    if (!header.equals(GZIP_HEADER)) {
      throw new ArchiveError('The file is no backup of Naru, or its head was altered');
    }
    return header;
  });

/** Waits for all; throws what failed first. */
async function firstFailure(works: Promise<unknown>[]): Promise<void> {
  try {
    await Promise.all(works);
  } finally {
    await Promise.allSettled(works);
  }
}
