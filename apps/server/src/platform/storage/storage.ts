import { type Readable, Transform } from 'node:stream';
import { AppError } from '../errors.ts';

export interface StoredObject {
  /** Bytes. */
  size: number;
  /** Bytes from `start` to `end`, both inclusive; without a range all of them. Call it once. */
  open(range?: { start: number; end: number }): Readable;
  /** Releases an unread object; harmless after `open`. */
  close(): Promise<void>;
}

export interface ListedObject {
  key: string;
  /** Bytes. */
  size: number;
  storedAt: Date;
}

export type StorageState = 'up' | 'down';

/**
 * Object storage: the disk or an S3-compatible store. The server chooses the keys, never a client,
 * and objects are immutable: new content gets a new key. Every call may throw StorageError, within
 * three seconds when the store does not respond.
 */
export interface ObjectStorage {
  /** Atomic, and durable once it resolves. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** The same for a local file, which is moved; its bytes are never all in memory. */
  putFile(key: string, path: string): Promise<void>;
  /** The same for a stream of exactly `size` bytes; another length throws and stores nothing. */
  putStream(key: string, body: Readable, size: number): Promise<void>;
  /** Null for an unknown or malformed key. */
  get(key: string): Promise<StoredObject | null>;
  /** Every checked object in no particular order; those stored or removed meanwhile may be missing. */
  list(): AsyncIterable<ListedObject>;
  /** Ignores missing objects. */
  remove(keys: readonly string[]): Promise<void>;
  /** Whether objects can be stored and read; never throws. */
  check(): Promise<StorageState>;
  /** Null where browsers send files to this server only. */
  direct: DirectUploads | null;
}

/** Lets browsers send files to the store itself, where they wait unchecked and are never served. */
export interface DirectUploads {
  /** Whether the store lets pages of this site send files; never throws. */
  areAllowed(): Promise<boolean>;
  /** Returns a URL for a PUT of exactly this type and length that begins within `seconds`. */
  presign(
    key: string,
    file: { contentType: string; size: number; seconds: number },
  ): Promise<string>;
  /** What arrived under the key; null when nothing did. */
  open(key: string): Promise<StoredObject | null>;
  remove(key: string): Promise<void>;
  /** Removes what arrived before and was never checked; returns how many. */
  sweep(before: Date): Promise<number>;
}

const RETRY_SECONDS = 5;

/** The store is away, too slow, or refuses this server; `cause` says which. */
export class StorageError extends AppError {
  constructor(cause: unknown) {
    super('STORAGE_UNAVAILABLE', { retryAfter: RETRY_SECONDS });
    this.cause = cause;
  }
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9_-]{15,79}\.[a-z0-9]{2,5}$/;

/** Keys contain no folders, one dot (before the extension), and do not start like an option. */
export function isObjectKey(key: string): boolean {
  return KEY.test(key);
}

/** Throws for a malformed key, which only a programming error makes. */
export function requireObjectKey(key: string): string {
  if (!isObjectKey(key)) throw new Error('Not a key of an object');
  return key;
}

/** Passes exactly `size` bytes; fails at the first byte more, or at an end before. */
export function exactLength(size: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > size) done(new Error(`more than the ${size} bytes that were announced`));
      else done(null, chunk);
    },
    flush(done) {
      done(passed < size ? new Error(`${passed} bytes instead of ${size}`) : null);
    },
  });
}
