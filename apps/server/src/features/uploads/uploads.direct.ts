import { Readable } from 'node:stream';
import {
  type DirectUploads,
  type ObjectStorage,
  StorageError,
  type StoredObject,
} from '../../platform/storage/storage.ts';

/** A type that a browser sends unchanged, so that it can be signed. */
const PLAIN_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

interface DirectFile {
  contentType: string;
  /** Bytes; 0 when the client declared none. */
  size: number;
  seconds: number;
}

/** Uploads that go from the browser to the store; the server checks what arrived there. */
export function createDirect({ direct }: Pick<ObjectStorage, 'direct'>) {
  return {
    /** Returns a URL of the store for one such PUT; null when the file must go to this server. */
    async presign(key: string, file: DirectFile): Promise<string | null> {
      const isPossible = direct !== null && file.size > 0 && PLAIN_TYPE.test(file.contentType);
      if (!isPossible || !(await direct.areAllowed())) return null;
      return direct.presign(key, file);
    },

    /** Returns what arrived under the key; null when nothing did. Call `done` or `close` in the end. */
    async open(key: string): Promise<Arrived | null> {
      const object = await direct?.open(key);
      if (!object || !direct) return null;
      const body = Readable.from(read(object), { objectMode: false });
      const close = () => void object.close();
      return { size: object.size, body, close, done: () => discard(direct, key, object) };
    },
  };
}

export interface Arrived {
  size: number;
  /** Fails with StorageError only. */
  body: Readable;
  /** It stays in the store, to be checked again. */
  close(): void;
  /** Removes it from the store. */
  done(): void;
}

async function* read(object: StoredObject): AsyncGenerator<Buffer> {
  try {
    yield* object.open();
  } catch (error) {
    throw new StorageError(error);
  }
}

/** Nobody waits for it: the sweep removes what stays. */
function discard(direct: DirectUploads, key: string, object: StoredObject): void {
  void object.close();
  void direct.remove(key).catch(() => undefined);
}
