import type { Readable } from 'node:stream';

export interface StoredObject {
  size: number;
  /** Bytes from `start` to `end`, both inclusive; without a range all of them. */
  open(range?: { start: number; end: number }): Readable;
  /** Releases an unread object; harmless after `open`. */
  close(): Promise<void>;
}

/**
 * Object storage. The server chooses the keys, never a client, and objects are immutable: new
 * content gets a new key. The disk is one driver; S3 would be another with the same guarantees.
 */
export interface ObjectStorage {
  /** Atomic, and durable once it resolves. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** The same for a local file, which is moved; its bytes are never all in memory. */
  putFile(key: string, path: string): Promise<void>;
  /** Null for an unknown or malformed key. */
  get(key: string): Promise<StoredObject | null>;
  /** Ignores missing objects. */
  remove(keys: readonly string[]): Promise<void>;
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9_-]{15,79}\.[a-z0-9]{2,5}$/;

/** Keys contain no folders, one dot (before the extension), and do not start like an option. */
export function isObjectKey(key: string): boolean {
  return KEY.test(key);
}
