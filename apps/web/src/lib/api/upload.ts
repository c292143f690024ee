import { ApiError, errorFrom, networkError } from './api-error.ts';

const UNKNOWN_UPLOAD_ERROR = '이미지 업로드 실패';

type UploadOptions = { onProgress?: (part: number) => void; signal?: AbortSignal };

function failure(request: XMLHttpRequest): Promise<ApiError> {
  if (request.status === 0) return Promise.resolve(networkError());
  return errorFrom(new Response(request.responseText, { status: request.status }));
}

/** PUTs a file to a signed URL without the authorization header. `onProgress` gets 0 to 1. */
export function putFile(url: string, file: Blob, options: UploadOptions = {}): Promise<void> {
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
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason);
      else if (request.status >= 200 && request.status < 300) resolve();
      else
        failure(request).then(reject, () =>
          reject(new ApiError({ status: 0, code: 'UNREADABLE', message: UNKNOWN_UPLOAD_ERROR })),
        );
    };
    signal?.addEventListener('abort', abort);
    request.send(file);
  });
}
