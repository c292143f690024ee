import type { ErrorCode } from '@naru/contract/errors';
import { TEXTS } from '@naru/contract/texts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { objectName, VARIANTS } from './file-names.ts';
import type { ImageProcessor } from './image-processor.ts';
import { ImageError, type ImageFault, type ImageShape } from './image-types.ts';
import type { UploadPolicy } from './uploads.receive.ts';

const REFUSALS: Record<ImageFault, [code: ErrorCode, message?: string]> = {
  type: ['IMAGE_TYPE_UNSUPPORTED'],
  heic: ['IMAGE_TYPE_UNSUPPORTED', TEXTS.imageHeic],
  content: ['IMAGE_INVALID'],
  pixels: ['IMAGE_INVALID', TEXTS.imageTooManyPixels],
  frames: ['IMAGE_INVALID', TEXTS.imageTooManyFrames],
  time: ['IMAGE_INVALID', TEXTS.imageTooSlow],
};

interface StoreDeps extends Pick<Tools, 'storage'> {
  images: ImageProcessor;
}

/** Re-encodes a picture and stores its variants. Throws IMAGE_TYPE_UNSUPPORTED, IMAGE_INVALID. */
export function storePictureAs(
  { storage, images }: StoreDeps,
  shape: ImageShape,
): UploadPolicy['store'] {
  return async (key, file, ownerId) => {
    if (file.size === 0) throw new AppError('IMAGE_INVALID');
    const { path } = file;
    const { width, height, variants } = await images.encode({ path, shape, ownerId }).catch(refuse);
    for (const variant of VARIANTS) {
      await storage.put(objectName(key, variant), variants[variant]);
    }
    return { bytes: file.size, width, height };
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof ImageError)) throw error;
  const [code, message] = REFUSALS[error.fault];
  throw new AppError(code, { message });
}
