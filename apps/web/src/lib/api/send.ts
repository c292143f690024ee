import { TOTAL_HEADER } from '@naru/contract/route';
import { updateClockSkew } from '../clock.ts';
import { ApiError, errorFrom, networkError } from './api-error.ts';

/** A request as `api` passes it on, no longer typed by route. */
export type RawRequest = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Sent as multipart/form-data instead of `body`. */
  form?: FormData;
  /** Further headers. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Returns the response as a Blob. */
  isFile?: boolean;
  /** Returns the array with the number of all rows. */
  isPage?: boolean;
};

/** Fills `:name` parts and appends the query; omits undefined and empty values. */
export function buildUrl(path: string, request: RawRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? '')),
  );
  return filled + stringifySearch(request.query ?? {});
}

/** `?page=2&query=text`, without undefined, null and empty values; empty without any other. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Sends one request without retry. Throws `ApiError`, or the `AbortError` of the caller's signal.
 */
export async function send(endpoint: string, request: RawRequest, token: string | null) {
  const [method, path = ''] = endpoint.split(' ', 2);
  const headers = new Headers({
    accept: request.isFile ? '*/*' : 'application/json',
    ...request.headers,
  });
  if (token) headers.set('authorization', `Bearer ${token}`);
  // For form data the browser sets the header with its boundary.
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  try {
    const response = await fetch(buildUrl(path, request), {
      method,
      headers,
      body: request.body === undefined ? request.form : JSON.stringify(request.body),
      credentials: 'include',
      signal: request.signal,
    });
    updateClockSkew(response.headers.get('date'));
    if (!response.ok) throw await errorFrom(response);
    if (request.isFile) return await response.blob();
    const text = await response.text();
    const result: unknown = text === '' ? undefined : JSON.parse(text);
    return request.isPage
      ? { rows: result, total: Number(response.headers.get(TOTAL_HEADER)) }
      : result;
  } catch (error) {
    if (error instanceof ApiError || isAbort(error)) throw error;
    throw networkError();
  }
}
