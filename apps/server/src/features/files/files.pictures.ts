import { Readable } from 'node:stream';
import { AppError } from '../../platform/errors.ts';
import { type SpooledFile, SpoolLimitError } from '../../platform/storage/spool.ts';
import { listVariants, objectName, objectNames } from './files.names.ts';
import type { FilesDeps } from './files.service.ts';
import { ImageError, type ImageShape } from './image-types.ts';

const HEIC_TEXT =
  'HEIC 사진은 읽을 수 없습니다. 휴대전화에서 JPEG로 저장한 사진이나 화면 캡처를 올려 주세요.';

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
  async function storeSpooled(
    key: string,
    file: SpooledFile,
    shape: ImageShape,
  ): Promise<StoredPicture> {
    if (file.size === 0) throw new AppError('IMAGE_INVALID');
    const { width, height, variants } = await images.encode(file.path, shape).catch(refuse);
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
    async storeBody(
      key: string,
      body: Readable,
      maxBytes: number,
      shape: ImageShape = 'whole',
    ): Promise<StoredPicture> {
      const file = await spool.receive(body, maxBytes).catch((error: unknown) => {
        if (error instanceof SpoolLimitError) throw new AppError('IMAGE_TOO_LARGE');
        if (error instanceof AppError) throw error;
        throw body.destroyed ? new AppError('BODY_INVALID') : error;
      });
      try {
        return await storeSpooled(key, file, shape);
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
  if (error.fault === 'content') throw new AppError('IMAGE_INVALID');
  throw new AppError(
    'IMAGE_TYPE_UNSUPPORTED',
    error.fault === 'heic' ? { message: HEIC_TEXT } : {},
  );
}
