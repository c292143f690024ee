import type { Readable } from 'node:stream';

export interface StoredObject {
  /** Bytes. */
  size: number;
  /** The bytes from `start` to `end`, both inclusive; all of them without a range. */
  open(range?: { start: number; end: number }): Readable;
  /** Gives up the object unread; harmless after `open`. */
  close(): Promise<void>;
}

/**
 * Where files live. Objects are named by the server, never by a client, and never change: a new
 * content gets a new key. The disk is one driver; S3 is to be another, with the same promises.
 */
export interface ObjectStorage {
  /** Durable once it answers; whole or not at all. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** The same for a file of this machine, which is gone afterwards; its bytes are never all in memory. */
  putFile(key: string, path: string): Promise<void>;
  /** Null for an unknown key, and for anything that is not a key. */
  get(key: string): Promise<StoredObject | null>;
  /** Removing what is not there is fine. */
  remove(keys: readonly string[]): Promise<void>;
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9_-]{15,79}\.[a-z0-9]{2,5}$/;

/** Keys have no folders, no dots but the one of the ending, and do not begin like an option. */
export function isObjectKey(key: string): boolean {
  return KEY.test(key);
}
