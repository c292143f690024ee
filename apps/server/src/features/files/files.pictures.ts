import { Readable } from 'node:stream';
import { AppError } from '../../platform/errors.ts';
import { type SpooledFile, SpoolLimitError } from '../../platform/storage/spool.ts';
import { listVariants, objectName, objectNames } from './files.names.ts';
import type { FilesDeps } from './files.service.ts';
import { ImageError } from './image-types.ts';

/** What is known of a picture once its objects are stored. */
export interface StoredPicture {
  /** Bytes as they came in. */
  bytes: number;
  /** Of the full variant, in pixels. */
  width: number;
  height: number;
}

export type Picturing = ReturnType<typeof createPicturing>;

type Deps = Pick<FilesDeps, 'storage' | 'spool' | 'images'>;

/** Raw bytes in, checked and re-encoded objects out. */
export function createPicturing({ storage, spool, images }: Deps) {
  async function storeSpooled(key: string, file: SpooledFile): Promise<StoredPicture> {
    if (file.size === 0) throw new AppError('IMAGE_INVALID');
    const { width, height, variants } = await images.encode(file.path).catch(refuse);
    for (const variant of listVariants()) {
      await storage.put(objectName(key, variant), variants[variant], 'image/webp');
    }
    return { bytes: file.size, width, height };
  }

  return {
    /**
     * Stores a body under a key. Throws IMAGE_TOO_LARGE, IMAGE_TYPE_UNSUPPORTED, IMAGE_INVALID, and
     * BODY_INVALID when the sender broke off; then nothing is left behind.
     */
    async storeBody(key: string, body: Readable, maxBytes: number): Promise<StoredPicture> {
      const file = await spool.receive(body, maxBytes).catch((error: unknown) => {
        if (error instanceof SpoolLimitError) throw new AppError('IMAGE_TOO_LARGE');
        throw body.destroyed ? new AppError('BODY_INVALID') : error;
      });
      try {
        return await storeSpooled(key, file);
      } catch (error) {
        await storage.remove(objectNames(key));
        throw error;
      } finally {
        await file.discard();
      }
    },

    async storeBytes(key: string, bytes: Buffer): Promise<StoredPicture> {
      return this.storeBody(key, Readable.from([bytes]), bytes.length);
    },
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof ImageError)) throw error;
  throw new AppError(error.fault === 'type' ? 'IMAGE_TYPE_UNSUPPORTED' : 'IMAGE_INVALID');
}
