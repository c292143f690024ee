import { ERRORS } from '@naru/contract/errors';
import { LIMITS } from '@naru/contract/limits';
import { api } from './api.ts';
import { IMAGE_TYPES, type ImageType } from './image-types.ts';
import { putFile } from './upload.ts';

const NAME_MAX = 200;

function isImageType(type: string): type is ImageType {
  return IMAGE_TYPES.some((known) => known === type);
}

/** Returns why an image cannot be uploaded, or null. The server checks again. */
export function findImageProblem(file: File): string | null {
  if (!isImageType(file.type)) return ERRORS.IMAGE_TYPE_UNSUPPORTED.message;
  return file.size > LIMITS.imageMaxBytes ? ERRORS.IMAGE_TOO_LARGE.message : null;
}

/** Uploads an image and returns its URL. Throws ApiError. */
export async function uploadImage(file: File): Promise<string> {
  const { uploadUrl, fileUrl } = await api('GET /api/aws/S3/presign', {
    query: { filename: file.name.slice(-NAME_MAX), contentType: file.type },
  });
  await putFile(uploadUrl, file);
  return fileUrl;
}
