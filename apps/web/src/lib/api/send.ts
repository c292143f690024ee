import { updateClockSkew } from '../session/tokens.ts';
import { ApiError, errorFrom, networkError } from './api-error.ts';

/** The parts of a request as `api` hands them on, no longer typed by route. */
export type RawRequest = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Sent as multipart/form-data, in place of `body`. */
  form?: FormData;
  signal?: AbortSignal;
  /** The answer is a file: it is kept as bytes. */
  isFile?: boolean;
};

/** Fills `:name` parts and appends the query; undefined and empty values are left out. */
export function buildUrl(path: string, request: RawRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** One request without any retry. Throws `ApiError`, or the `AbortError` of the caller's signal. */
export async function send(endpoint: string, request: RawRequest, token: string | null) {
  const [method, path = ''] = endpoint.split(' ', 2);
  const headers = new Headers({ accept: request.isFile ? '*/*' : 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  // Of a form the browser writes the header itself, with the boundary it draws.
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
    return result;
  } catch (error) {
    if (error instanceof ApiError || isAbort(error)) throw error;
    throw networkError();
  }
}
