import { ATTACHMENT_ENDINGS } from '@naru/contract/attachments';
import { ERRORS } from '@naru/contract/errors';
import { LIMITS } from '@naru/contract/limits';
import { api } from '../../../lib/api/api.ts';
import { putFile } from '../../../lib/api/upload.ts';

/** Content type of files that the browser does not know, such as hwp. */
const ANY_TYPE = 'application/octet-stream';
const NAME_MAX = 255;

/** `accept` of the file input. */
export const ATTACHMENT_ACCEPT = ATTACHMENT_ENDINGS.map((ending) => `.${ending}`).join(',');

/** Why a file cannot be uploaded, or null; the server also checks its bytes. */
export function refuseAttachment(file: Pick<File, 'name' | 'size'>): string | null {
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase();
  if (!ATTACHMENT_ENDINGS.some((known) => known === ending)) {
    return ERRORS.ATTACHMENT_TYPE_UNSUPPORTED.message;
  }
  if (file.size > LIMITS.attachmentMaxBytes) return ERRORS.ATTACHMENT_TOO_LARGE.message;
  return file.size === 0 ? ERRORS.ATTACHMENT_INVALID.message : null;
}

type UploadOptions = { onProgress: (part: number) => void; signal: AbortSignal };

/** Uploads a file and returns its key. Throws ApiError. */
export async function uploadAttachment(file: File, options: UploadOptions): Promise<string> {
  const contentType = file.type || ANY_TYPE;
  const { uploadUrl, key } = await api('GET /api/lecture-room/attachment-presign', {
    query: { filename: file.name.slice(-NAME_MAX), contentType, size: file.size },
    signal: options.signal,
  });
  await putFile(uploadUrl, file.slice(0, file.size, contentType), options);
  return key;
}
