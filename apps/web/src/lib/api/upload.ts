import { ERRORS } from '@naru/contract/errors';
import type { IMAGE_TYPES as ContractTypes } from '@naru/contract/files';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { HEIC_ACCEPT, isHeic, shrinkPicture } from '../shrink-picture.ts';
import { api } from './api.ts';
import { ApiError, errorFrom, networkError } from './api-error.ts';

const NAME_MAX = 200;

/** Copy of the contract's list without its schemas; the compiler keeps them equal. */
export const IMAGE_TYPES: typeof ContractTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
];

/** What a picker offers: the types that are uploaded, and HEIC, which is converted. */
export const CHOOSABLE = [...IMAGE_TYPES, ...HEIC_ACCEPT].join();

/** Whether the file may become a picture that can be uploaded. */
export const isChoosable = (file: File): boolean =>
  isHeic(file) || IMAGE_TYPES.some((type) => type === file.type);

/**
 * Returns the image to upload, as `shrinkPicture` makes it, or why it cannot be uploaded. The server
 * checks again.
 */
export async function prepareImage(file: File): Promise<{ file: File } | { problem: string }> {
  const smaller = await shrinkPicture(file);
  if (smaller === null) return { problem: TEXTS.imageHeic };
  const problem = findImageProblem(smaller);
  return problem === null ? { file: smaller } : { problem };
}

function findImageProblem(file: File): string | null {
  if (!IMAGE_TYPES.some((type) => type === file.type)) return ERRORS.IMAGE_TYPE_UNSUPPORTED.message;
  return file.size > LIMITS.imageMaxBytes ? ERRORS.IMAGE_TOO_LARGE.message : null;
}

/** The path of an address of this site, whatever name the page was opened by. */
export function pathOf(address: string): string {
  return new URL(address, location.href).pathname;
}

/** Uploads an image and returns its URL. Throws ApiError. */
export function uploadImage(file: File): Promise<string> {
  return withFreshAddress(async () => {
    const { uploadUrl, fileUrl } = await api('GET /api/aws/S3/presign', {
      query: { filename: file.name.slice(-NAME_MAX), contentType: file.type },
    });
    await putFile(pathOf(uploadUrl), file);
    return pathOf(fileUrl);
  });
}

/** Uploads a picture of a chat message and returns its key. Throws ApiError. */
export function uploadChatPicture(file: File): Promise<string> {
  return withFreshAddress(async () => {
    const contentType = file.type as (typeof IMAGE_TYPES)[number];
    const { uploadUrl, pictureKey } = await api('GET /api/mail/picture-presign', {
      query: { contentType },
    });
    await putFile(pathOf(uploadUrl), file);
    return pictureKey;
  });
}

/**
 * Repeats an upload whose address is used up: browsers send a PUT a second time by themselves when the connection
 * breaks before its response.
 */
export function withFreshAddress<T>(upload: () => Promise<T>): Promise<T> {
  return upload().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'UPLOAD_USED') return upload();
    throw error;
  });
}

/** Where a file goes, as the presign calls of files and videos say. */
type UploadUrls = { uploadUrl: string; storeUrl: string | null };

/**
 * Uploads a file: to the store of the installation when it takes files from browsers, and has the
 * server check what arrived; else, or when the store cannot be reached from here, to the server.
 * Throws ApiError.
 */
export async function sendFile(
  { uploadUrl, storeUrl }: UploadUrls,
  file: Blob,
  options: UploadOptions = {},
): Promise<void> {
  const isStored = storeUrl !== null && (await putInStore(storeUrl, file, options));
  const url = pathOf(uploadUrl);
  if (!isStored) return putFile(url, file, options);
  return putFile(url, file.slice(0, 0, file.type), { signal: options.signal });
}

/** False for whatever keeps the file from the store: the server says what is wrong, in Korean. */
async function putInStore(url: string, file: Blob, options: UploadOptions): Promise<boolean> {
  try {
    await putFile(url, file, options);
    return true;
  } catch {
    options.signal?.throwIfAborted();
    return false;
  }
}

type UploadOptions = { onProgress?: (part: number) => void; signal?: AbortSignal | undefined };

/** PUTs a file to a signed URL without the authorization header. `onProgress` gets 0 to 1. */
function putFile(url: string, file: Blob, options: UploadOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { signal, onProgress } = options;
    const abort = () => request.abort();
    request.open('PUT', url);
    request.setRequestHeader('content-type', file.type);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onloadend = () => {
      const { status } = request;
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason);
      else if (status === 0) reject(networkError());
      else if (status >= 200 && status < 300) resolve();
      else void errorFrom(responseOf(request)).then(reject);
    };
    signal?.addEventListener('abort', abort);
    request.send(file);
  });
}

/** What `errorFrom` reads of a refused upload. */
function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText, {
    status: request.status,
    ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }),
  });
}
